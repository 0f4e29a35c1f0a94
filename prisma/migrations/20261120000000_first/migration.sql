
-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('Registered', 'OnTheWay', 'Arrived', 'Completed', 'Cancelled');

-- CreateEnum
CREATE TYPE "board_section" AS ENUM ('Expected', 'OnTheWay', 'Arrived', 'Done');

-- CreateEnum
CREATE TYPE "entry_source" AS ENUM ('sdk', 'order', 'import');

-- CreateEnum
CREATE TYPE "api_key_kind" AS ENUM ('secret', 'publishable');

-- CreateEnum
CREATE TYPE "staff_role" AS ENUM ('owner', 'manager', 'staff');

-- CreateTable
CREATE TABLE "project" (
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "strict_destinations" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "store" (
    "project_id" UUID NOT NULL,
    "destination_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_new" BOOLEAN NOT NULL DEFAULT true,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "default_zone_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "store_pkey" PRIMARY KEY ("project_id","destination_id")
);

-- CreateTable
CREATE TABLE "zone" (
    "project_id" UUID NOT NULL,
    "zone_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "destination_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "zone_pkey" PRIMARY KEY ("project_id","zone_id")
);

-- CreateTable
CREATE TABLE "zone_lookup" (
    "zone_id" TEXT NOT NULL,
    "project_id" UUID NOT NULL,

    CONSTRAINT "zone_lookup_pkey" PRIMARY KEY ("zone_id","project_id")
);

-- CreateTable
CREATE TABLE "orders" (
    "project_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "destination_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "user_token" TEXT NOT NULL,
    "status" "order_status" NOT NULL DEFAULT 'Registered',
    "section" "board_section" NOT NULL DEFAULT 'Expected',
    "customer_name" TEXT NOT NULL DEFAULT '',
    "hs_fields" JSONB NOT NULL DEFAULT '{}',
    "custom_event_meta_data" JSONB NOT NULL DEFAULT '{}',
    "is_acknowledged" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "scheduled_time_for_collection" TIMESTAMPTZ(3),
    "partner_pickup_time" TIMESTAMPTZ(3),
    "expected_at" TIMESTAMPTZ(3),
    "on_the_way_at" TIMESTAMPTZ(3),
    "arrived_at" TIMESTAMPTZ(3),
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_update_time" TIMESTAMPTZ(3) NOT NULL,
    "last_transition_time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("project_id","service_id")
);

-- CreateTable
CREATE TABLE "order_claim" (
    "project_id" UUID NOT NULL,
    "order_id" TEXT NOT NULL,
    "destination_id" TEXT NOT NULL,
    "service_id" UUID NOT NULL,
    "previous_service_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "free_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_claim_pkey" PRIMARY KEY ("project_id","order_id","destination_id")
);

-- CreateTable
CREATE TABLE "order_event" (
    "project_id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "destination_id" TEXT NOT NULL,
    "service_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "status" "order_status" NOT NULL,
    "section" "board_section" NOT NULL,
    "version" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "event_time" TIMESTAMPTZ(3),
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_event_pkey" PRIMARY KEY ("project_id","sequence")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "project_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_digest" BYTEA NOT NULL,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "free_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("project_id","scope","key")
);

-- CreateTable
CREATE TABLE "entry" (
    "project_id" UUID NOT NULL,
    "entry_id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "zone_id" TEXT NOT NULL,
    "destination_id" TEXT,
    "install_ref" TEXT,
    "order_id" TEXT,
    "source" "entry_source" NOT NULL,
    "entry_time" TIMESTAMPTZ(3) NOT NULL,
    "creation_time" TIMESTAMPTZ(3) NOT NULL,
    "fence_id" TEXT,
    "fence_name" TEXT,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "horizontal_accuracy" DOUBLE PRECISION,
    "device_type" TEXT,
    "os" TEXT,
    "os_version" TEXT,
    "app_build_version" TEXT,
    "sdk_version" TEXT,
    "custom_event_meta_data" JSONB,

    CONSTRAINT "entry_pkey" PRIMARY KEY ("project_id","entry_id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "project_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "kind" "api_key_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "destination_ids" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("project_id","key_id")
);

-- CreateTable
CREATE TABLE "api_key_lookup" (
    "digest" BYTEA NOT NULL,
    "project_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,

    CONSTRAINT "api_key_lookup_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "membership" (
    "project_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "staff_role" NOT NULL,
    "destination_ids" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "staff_user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_session" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_account" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_verification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "idempotency_key_free" ON "idempotency_key"("free_at");

-- CreateIndex
CREATE INDEX "orders_newest" ON "orders"("project_id", "created_at", "service_id");

-- CreateIndex
CREATE INDEX "orders_newest_of_store" ON "orders"("project_id", "destination_id", "created_at", "service_id");

-- CreateIndex
CREATE INDEX "order_event_feed" ON "order_event"("project_id", "destination_id", "sequence");

-- CreateIndex
CREATE INDEX "order_event_timeline" ON "order_event"("project_id", "service_id", "sequence");

-- CreateIndex
CREATE INDEX "entry_by_creation" ON "entry"("project_id", "creation_time", "sequence");

-- CreateIndex
CREATE INDEX "entry_by_entry" ON "entry"("project_id", "entry_time", "sequence");

-- CreateIndex
CREATE INDEX "entry_of_store_by_creation" ON "entry"("project_id", "destination_id", "creation_time", "sequence");

-- CreateIndex
CREATE INDEX "entry_of_store_by_entry" ON "entry"("project_id", "destination_id", "entry_time", "sequence");

-- CreateIndex
CREATE INDEX "entry_of_zone_by_creation" ON "entry"("project_id", "zone_id", "creation_time", "sequence");

-- CreateIndex
CREATE INDEX "entry_of_zone_by_entry" ON "entry"("project_id", "zone_id", "entry_time", "sequence");

-- CreateIndex
CREATE INDEX "entry_of_install_by_creation" ON "entry"("project_id", "install_ref", "creation_time", "sequence");

-- CreateIndex
CREATE INDEX "membership_of_user" ON "membership"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_user_email_key" ON "staff_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "staff_session_token_key" ON "staff_session"("token");

-- CreateIndex
CREATE INDEX "staff_session_of_user" ON "staff_session"("user_id");

-- CreateIndex
CREATE INDEX "staff_account_of_user" ON "staff_account"("user_id");

-- CreateIndex
CREATE INDEX "staff_verification_identifier" ON "staff_verification"("identifier");

-- AddForeignKey
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "staff_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_account" ADD CONSTRAINT "staff_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "staff_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;


