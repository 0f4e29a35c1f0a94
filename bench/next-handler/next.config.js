import { fileURLToPath } from 'node:url'

// The packages are the product's: Next may look two folders up, and finds no other lock file there.
const root = fileURLToPath(new URL('../..', import.meta.url))

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  turbopack: { root },
  outputFileTracingRoot: root,
}
export default config
