import { spawn } from 'node:child_process'
import { embeddedAddress } from '../postgres/embedded.mjs'
import { beforeEnd, runCommand } from '../process/ending.mjs'
import { takeLock } from '../process/lock.mjs'
import { until } from '../process/processes.mjs'
import { sayOnlyLongSteps } from '../process/steps.mjs'
import { makePrivateFolder, root } from '../settings/places.mjs'
import { readDotEnv, readSettings, secretOf } from '../settings/settings.mjs'
import { inUse, lockFile, migrateDatabase, openDatabase, prepareCode } from './prepare.mjs'

const mostWaitMs = 60_000

/**
 * Runs a TypeScript file as a command, with the database that the product has: a running start's, or one brought up
 * for as long as the command takes.
 * @param {string[]} command the file and its arguments
 */
export function runWithDatabase(command) {
  return runCommand(async () => {
    sayOnlyLongSteps()
    readDotEnv()
    const settings = readSettings(process.env)
    makePrivateFolder(settings.dataFolder)
    await prepareCode()
    const database = await databaseFor(settings)
    const env = { ...database, BAYCALL_SECRET: secretOf(settings), BAYCALL_DATA: settings.dataFolder }
    const child = spawn(process.execPath, ['--import', 'tsx', ...command], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    })
    beforeEnd(() => child.kill('SIGTERM'))
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve(code ?? 1))
    })
  })
}

/**
 * @param {import('../settings/settings.mjs').Settings} settings
 * @returns {Promise<{ DATABASE_URL: string, BAYCALL_BASE_URL?: string }>}
 */
async function databaseFor({ databaseUrl, directUrl, dataFolder }) {
  if (databaseUrl) {
    await migrateDatabase(directUrl ?? databaseUrl)
    return { DATABASE_URL: databaseUrl }
  }
  const { serving } = await takeTurn(dataFolder)
  if (serving) return { DATABASE_URL: embeddedAddress(dataFolder), BAYCALL_BASE_URL: serving }
  const { url } = await openDatabase(null, dataFolder)
  await migrateDatabase(url)
  return { DATABASE_URL: url }
}

/**
 * Waits until the data folder is ours, or until a start serves from it.
 * @param {string} dataFolder
 * @returns {Promise<{ serving: string | null }>} serving: at which address
 */
async function takeTurn(dataFolder) {
  let taken = await takeLock(lockFile(dataFolder), 'Another command')
  await until(
    async () => {
      if (taken.lock || taken.holder.url) return true
      taken = await takeLock(lockFile(dataFolder), 'Another command')
      return false
    },
    mostWaitMs,
    100,
  )
  const { lock, holder } = taken
  if (lock) {
    beforeEnd(() => lock.release())
    return { serving: null }
  }
  if (!holder.url) throw inUse(dataFolder, holder)
  return { serving: holder.url }
}
