import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runQuietly } from '../process/run-quietly.mjs'
import { root } from '../settings/places.mjs'
import { readJson } from '../settings/private-file.mjs'
import { fingerprint, saysFresh } from './fingerprint.mjs'
import { unlessFresh } from './unless-fresh.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 * @typedef {Record<string, Package>} Packages
 */

// In place of the fingerprint while packages are there whose scripts have not run.
const unfinished = 'unfinished'

/**
 * Whether node_modules is what package-lock.json says: by the note of our last install, or by npm's own record if
 * somebody installed by hand.
 * @param {string} folder the one with package-lock.json
 */
export function isInstalled(folder) {
  const print = printOf(folder)
  const note = noteIn(folder)
  if (saysFresh(note, print)) return true
  if (saysFresh(note, unfinished) || !agrees(folder)) return false
  writeFileSync(note, print)
  return true
}

/**
 * Installs exactly what package-lock.json names, if it isn't there; answers whether it had to. Of the packages' own scripts
 * those run that package.json allows: only npm 11 would see to that by itself.
 */
export function installDependencies() {
  return unlessFresh(
    () => isInstalled(root),
    async (lock) => {
      const [program, ...before] = npm()
      const run = (/** @type {string[]} */ args) =>
        runQuietly(program, [...before, ...args, '--loglevel=error'], {
          lock,
          advice: 'The dependencies could not be installed: see above, check the network and run the command again',
        })
      // Test tools and the embedded database are part of it, whatever NODE_ENV or the account's npm settings say.
      await run(['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'])
      writeFileSync(noteIn(root), unfinished)
      // Without a name npm would rebuild all of them.
      const named = allowed(root)
      if (named.length > 0) await run(['rebuild', '--ignore-scripts=false', ...named])
      writeFileSync(noteIn(root), printOf(root))
    },
  )
}

/**
 * Those packages that are there whose scripts may run.
 * @param {string} folder
 * @returns {string[]}
 */
export function allowed(folder) {
  const { allowScripts } = /** @type {{ allowScripts: Record<string, boolean> }} */ (
    readJson(path.join(folder, 'package.json'))
  )
  return Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(path.join(folder, 'node_modules', name)),
  )
}

/** @returns {[string, ...string[]]} the npm that runs us, else the one in the path */
export function npm() {
  const running = process.env.npm_execpath
  return running && /npm-cli\.js$/.test(running) ? [process.execPath, running] : ['npm']
}

/** @param {string} folder */
function noteIn(folder) {
  return path.join(folder, 'node_modules', '.baycall-lock')
}

/** @param {string} folder */
function printOf(folder) {
  // Some packages are native: a folder carried to another kind of machine is stale.
  return fingerprint(folder, ['package-lock.json'], [process.platform, process.arch])
}

/** @param {string} folder */
function agrees(folder) {
  const wanted = packagesOf(path.join(folder, 'package-lock.json'))
  // npm writes this record last: an install that broke off has none.
  const present = packagesOf(path.join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([place, one]) => {
    const found = present[place]
    if (place === '' || !found) return place === '' || mayBeAbsent(one)
    return found.version === one.version && found.integrity === one.integrity && existsSync(path.join(folder, place))
  })
}

/**
 * npm leaves out optional packages that are for other machines.
 * @param {Package} one
 */
function mayBeAbsent({ optional, os, cpu, libc }) {
  const isForUs = os?.includes(process.platform) && cpu?.includes(process.arch) && !libc
  return optional === true && !isForUs
}

/**
 * @param {string} file
 * @returns {Packages | null}
 */
function packagesOf(file) {
  const lock = /** @type {{ packages?: Packages } | null} */ (readJson(file))
  return lock?.packages ?? null
}
