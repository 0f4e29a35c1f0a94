/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are a suite of their own: a slip in a test must not keep the product from starting.
  typescript: { ignoreBuildErrors: true },
  // A call to /api/orders/ is answered, not sent elsewhere.
  skipTrailingSlashRedirect: true,
  // A process holds the pages that somebody asks it for; the API's routes are the front's (docs/decisions/0007).
  experimental: { preloadEntriesOnStart: false },
  // Native or worker-using packages stay outside the bundle.
  serverExternalPackages: [
    'pg',
    'pino',
    'prom-client',
    '@prisma/client',
    '@prisma/adapter-pg',
    '@opentelemetry/api',
    '@opentelemetry/sdk-trace-base',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
  ],
  // The specification leaves both bases open: the bare paths answer as well.
  async rewrites() {
    return [
      { source: '/orders', destination: '/api/orders' },
      { source: '/orders/:path*', destination: '/api/orders/:path*' },
      { source: '/prod1/:path*', destination: '/api/prod1/:path*' },
    ]
  },
}
export default config
