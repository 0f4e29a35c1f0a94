import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '../process/refusal.mjs'
import { runQuietly } from '../process/run-quietly.mjs'

const folders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/** What stands between servers and their database, or before servers, where the product runs on several. */
export const networkPrograms = /** @type {const} */ (['haproxy', 'pgbouncer'])

/**
 * A program of this machine, in the path or where systems keep their servers.
 * @param {string} name
 * @returns {string | undefined}
 */
export function findProgram(name) {
  const places = [...(process.env.PATH ?? '').split(path.delimiter), ...folders]
  return places.map((folder) => path.join(folder, name)).find(isProgram)
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Programs that tests run the product with, installed if they are missing and that can be done.
 * @template {string} Name
 * @param {readonly Name[]} names which are those of their Debian packages
 * @returns {Promise<Record<Name, string>>}
 */
export async function ensurePrograms(names) {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length > 0 && isDebianRoot()) await installPackages(missing)
  const found = names.map((name) => {
    const program = findProgram(name)
    if (program) return [name, program]
    throw new Refusal(
      `The tests run the product behind ${names.join(' and ')}, and ${name} is not here: install it (apt-get install ${name}, brew install ${name}) and run them again.`,
    )
  })
  return Object.fromEntries(found)
}

/** Whether packages can be installed without asking anybody. */
export function isDebianRoot() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** @param {string[]} names */
export async function installPackages(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runQuietly('apt-get', ['update'], { env, advice: 'The list of packages could not be fetched' })
  await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
    env,
    advice: "The system's package could not be installed",
  })
}
