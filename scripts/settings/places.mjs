import { mkdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeOf, Refusal } from '../process/refusal.mjs'

/** The root of the project, wherever the command was called from. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** @param {string[]} parts */
export function inRoot(...parts) {
  return path.join(root, ...parts)
}

/**
 * Makes a folder that holds secrets, if it isn't there.
 * @param {string} folder
 */
export function makePrivateFolder(folder) {
  try {
    // As root the database's own account has to pass through; what is secret in there has mode 0600.
    makeFolders(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (error) {
    throw cannotWrite(folder, error)
  }
}

/**
 * Node's own recursive mkdir tries for ever where the system says that a folder whose parent is there can't exist (/proc).
 * @param {string} folder
 * @param {number} mode
 */
function makeFolders(folder, mode) {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolders(parent, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}

/**
 * @param {string} place
 * @param {unknown} error
 */
export function cannotWrite(place, error) {
  return new Refusal(
    `Can't write to ${place} (${codeOf(error) ?? error}): set BAYCALL_DATA to a folder that account ${accountName()} may write to, or give it the right to this one.`,
  )
}

function accountName() {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}
