import { existsSync } from 'node:fs'
import path from 'node:path'
import { runQuietly } from '../process/run-quietly.mjs'
import { inRoot } from '../settings/places.mjs'
import { readJson, writePrivately } from '../settings/private-file.mjs'

/**
 * What .data/demo.json holds.
 * @typedef {object} Demo
 * @property {string} baseUrl
 * @property {string} projectId
 * @property {string[]} zoneIds
 * @property {string[]} destinationIds
 * @property {string} secretKey
 * @property {string} publishableKey
 * @property {{ email: string, password: string }} manager
 * @property {{ email: string, password: string }} staff
 */

/** @param {string} dataFolder */
export function demoFile(dataFolder) {
  return path.join(dataFolder, 'demo.json')
}

/**
 * The demo data that a start has made.
 * @param {string} dataFolder
 */
export function readDemo(dataFolder) {
  return /** @type {Demo | null} */ (readJson(demoFile(dataFolder)))
}

/**
 * @param {string} dataFolder
 * @param {Demo} demo
 */
export function writeDemo(dataFolder, demo) {
  writePrivately(demoFile(dataFolder), `${JSON.stringify(demo, null, 2)}\n`)
}

/**
 * Makes the demo data at the first start; later ones only note where the server is now.
 * @param {string} dataFolder
 * @param {string} baseUrl
 * @param {{ DATABASE_URL: string, BAYCALL_SECRET: string }} env
 * @returns {Promise<boolean>} whether it was made
 */
export async function ensureDemo(dataFolder, baseUrl, env) {
  if (existsSync(demoFile(dataFolder))) {
    const demo = readDemo(dataFolder)
    if (demo && demo.baseUrl !== baseUrl) writeDemo(dataFolder, { ...demo, baseUrl })
    return false
  }
  await runQuietly(process.execPath, ['--import', 'tsx', inRoot('scripts', 'seed.ts')], {
    env: { ...process.env, ...env, BAYCALL_DATA: dataFolder, BAYCALL_BASE_URL: baseUrl, LOG_LEVEL: 'warn' },
    advice: 'The demo data could not be made: see above',
  })
  return true
}
