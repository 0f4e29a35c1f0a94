import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { codeOf, Refusal } from '../process/refusal.mjs'
import { cannotWrite } from './places.mjs'

/**
 * Writes a file that only its owner may read: wholly or not at all.
 * @param {string} file
 * @param {string} text
 */
export function writePrivately(file, text) {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    renameSync(draft, file)
  } catch (error) {
    throw cannotWrite(file, error)
  }
}

/**
 * The file's text, or null if there is none.
 * @param {string} file
 */
export function readPrivately(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new Refusal(`Can't read ${file} (${codeOf(error)}): start as the account that it belongs to.`)
  }
}

/**
 * The file's JSON, or null if there is none.
 * @param {string} file
 * @returns {unknown}
 */
export function readJson(file) {
  const text = readPrivately(file)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(`${file} is not readable JSON any more: restore it from a backup, or move it away.`)
  }
}
