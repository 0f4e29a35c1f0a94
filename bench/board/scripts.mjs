import { gzipSync } from 'node:zlib'

/**
 * The scripts that a page names, which a browser with an empty cache loads before the page is live: their bytes, gzipped.
 * What comes later, on demand, is not named there.
 * @param {{ url: () => string, text: () => Promise<string> }} page its answer
 * @param {(address: string) => Promise<Buffer>} load a script's text
 * @returns {Promise<number>}
 */
export async function scriptBytes(page, load) {
  const html = await page.text()
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)].filter(([tag]) => !/\bnomodule\b/i.test(tag))
  const addresses = new Set(tags.map(([, src]) => new URL(src?.replaceAll('&amp;', '&') ?? '', page.url()).href))
  const sizes = await Promise.all([...addresses].map(async (address) => gzipSync(await load(address)).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}
