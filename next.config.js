import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

// A digest of the service worker and its pages: its address changes with any of them, and browsers take the new one.
const offlineFiles = ['sw.js', 'offline.html', 'offline.css', 'offline-words.js', 'offline.js']
const offlineVersion = offlineFiles
  .reduce((hash, file) => hash.update(readFileSync(new URL(`public/${file}`, import.meta.url))), createHash('sha256'))
  .digest('hex')
  .slice(0, 16)

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  env: { OFFLINE_VERSION: offlineVersion },
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
  // No page has an image to be resized: nobody else shall have us resize any.
  images: { unoptimized: true },
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
