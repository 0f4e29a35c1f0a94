import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { inRoot } from '../settings/places.mjs'

/** What Next builds for browsers; the name of each file changes with its content. */
export const staticFolder = inRoot('.next', 'static')

// Fonts and pictures are compressed as they are.
const worthwhile = /\.(js|css|json|svg|txt|webmanifest)$/
const smallestBytes = 1024
// The highest takes seconds for a hundredth less.
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 9 }

/** Lays a .br and a .gz beside each static file that gets smaller by it: compressed once, not for each who asks. */
export async function compressStatic() {
  const files = await readdir(staticFolder, { recursive: true })
  await Promise.all(
    files.filter((file) => worthwhile.test(file)).map((file) => compressFile(path.join(staticFolder, file))),
  )
}

/** @param {string} file */
async function compressFile(file) {
  const content = await readFile(file)
  if (content.length < smallestBytes) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: brotliParams }),
    promisify(gzip)(content, { level: 9 }),
  ])
  if (br.length < content.length) await writeFile(`${file}.br`, br)
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz)
}
