import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readPrivately } from '../settings/private-file.mjs'

/**
 * Every file below a folder, relative to it with forward slashes, in a stable order.
 * @param {string} folder
 * @param {(file: string) => boolean} counts asked for folders (ending in /) too: what is in a refused one isn't read
 * @param {string} [below]
 * @returns {string[]}
 */
export function filesBelow(folder, counts, below = '') {
  return readdirSync(path.join(folder, below), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = below + entry.name
      if (entry.isDirectory()) return counts(`${file}/`) ? filesBelow(folder, counts, `${file}/`) : []
      return entry.isFile() && counts(file) ? [file] : []
    })
}

/**
 * A digest of the files' names and contents, and of whatever else the result depends on. A file that isn't there
 * counts as well.
 * @param {string} folder
 * @param {string[]} files
 * @param {string[]} [others]
 */
export function fingerprint(folder, files, others = []) {
  const hash = createHash('sha256')
  for (const file of files) {
    let content = Buffer.alloc(0)
    try {
      content = readFileSync(path.join(folder, file))
    } catch {
      hash.update('absent ')
    }
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  for (const other of others) hash.update(`\0${other}`)
  return hash.digest('hex')
}

/**
 * Whether the file, left by the last successful run, says that nothing has changed since.
 * @param {string} file
 * @param {string} print
 */
export function saysFresh(file, print) {
  return readPrivately(file)?.trim() === print
}
