import path from 'node:path'
import { startEmbeddedDatabase } from '../postgres/embedded.mjs'
import { migrate } from '../postgres/migrate.mjs'
import { beforeEnd, end, isEnding } from '../process/ending.mjs'
import { takeLock } from '../process/lock.mjs'
import { Refusal, report } from '../process/refusal.mjs'
import { say, step } from '../process/steps.mjs'
import { makePrivateFolder } from '../settings/places.mjs'
import { generateClient } from './generate.mjs'
import { installDependencies } from './install.mjs'

/** Dependencies and generated client: what any command of ours needs. */
export async function prepareCode() {
  await step('dependencies', installDependencies, (done) => (done ? 'installed from package-lock.json' : 'up to date'))
  await step('client', generateClient, (done) => (done ? 'generated from prisma/schema.prisma' : 'up to date'))
}

/** @param {string} dataFolder */
export function lockFile(dataFolder) {
  return path.join(dataFolder, 'lock')
}

/**
 * Takes the data folder for this process; a refusal says who has it.
 * @param {string} dataFolder
 * @param {string} purpose
 */
export async function takeDataFolder(dataFolder, purpose) {
  makePrivateFolder(dataFolder)
  const { lock, holder } = await takeLock(lockFile(dataFolder), purpose)
  if (!lock) throw inUse(dataFolder, holder)
  beforeEnd(() => lock.release())
  return lock
}

/**
 * @param {string} dataFolder
 * @param {import('../process/lock.mjs').Holder} holder
 */
export function inUse(dataFolder, { purpose, url, pid }) {
  return new Refusal(
    url
      ? `Baycall already runs on this data folder, at ${url} (process ${pid}): use that one, stop it first, or set BAYCALL_DATA to another folder.`
      : `${purpose} is using ${dataFolder} (process ${pid}): wait until it is done, stop it, or set BAYCALL_DATA to another folder.`,
  )
}

/**
 * The database to work with: the one that is given, else the embedded one, started and later stopped by us.
 * @param {string | null} databaseUrl
 * @param {string} dataFolder
 * @param {{ extra?: Record<string, string> }} [how]
 */
export async function openDatabase(databaseUrl, dataFolder, { extra } = {}) {
  if (databaseUrl) return { url: databaseUrl, adminUrl: databaseUrl }
  return step(
    'database',
    () => startEmbeddedDatabase(dataFolder, { extra, onLost }),
    ({ version, adminUrl, isElsewhere, home }) =>
      `PostgreSQL ${version} on port ${new URL(adminUrl).port}${isElsewhere ? `, in ${home} (its account can't enter ${dataFolder})` : ''}`,
  )
}

/** @param {unknown} error */
function onLost(error) {
  if (isEnding()) return
  report(error)
  void end(1)
}

const walls = {
  role: '; statements run as the role baycall_app',
  owner: "; statements run as the tables' owner, whom their policies bind (it may make no role)",
  none: '',
}

/** @param {string} databaseUrl */
export async function migrateDatabase(databaseUrl) {
  const { changed } = await step(
    'migrations',
    () => migrate(databaseUrl),
    ({ applied, wall }) => `${applied > 0 ? `${applied} applied` : 'up to date'}${walls[wall]}`,
  )
  for (const name of changed) say(`  Migration ${name} is not the file that this database was made with.`)
}
