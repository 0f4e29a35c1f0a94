import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

/** Counts the scripts that a page loads from now on: their bytes as a browser with an empty cache has them, gzipped. */
export function countScripts(page: Page): () => Promise<number> {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  return async () => {
    const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
}
