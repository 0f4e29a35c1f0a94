import path from 'node:path'
import { isEnding } from '../process/ending.mjs'
import { codeOf, Refusal } from '../process/refusal.mjs'
import { say } from '../process/steps.mjs'
import { tryPort } from '../settings/port.mjs'
import { databaseAccount } from './account.mjs'
import { findBinaries } from './binaries.mjs'
import { clusterIn, dataMajorIn, superuser } from './cluster.mjs'
import { homeIn, rememberedIn } from './home.mjs'
import { clearLeftovers, stopPostmaster } from './leftovers.mjs'
import { lastWords, startPostmaster } from './postmaster.mjs'

const loopback = '127.0.0.1'
const mostPauseMs = 5_000
const mostTries = 20

/**
 * A running PostgreSQL of our own, ready for connections.
 * @typedef {object} EmbeddedDatabase
 * @property {string} url of the product's database
 * @property {string} adminUrl of the maintenance database, to make others
 * @property {string} version
 * @property {string} home where its files are
 * @property {boolean} isElsewhere not in the data folder
 * @property {number} pid
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the database of a data folder and keeps it running on the same port until it is stopped. The caller holds the
 * folder's lock: nobody else uses it.
 * @param {string} dataFolder
 * @param {{ fromPackage?: string, extra?: Record<string, string>, onLost?: (error: unknown) => void }} [how] onLost: it
 * died and can't be brought up again
 * @returns {Promise<EmbeddedDatabase>}
 */
export async function startEmbeddedDatabase(dataFolder, { fromPackage, extra, onLost = () => {} } = {}) {
  const home = homeIn(dataFolder, databaseAccount())
  const binaries = findBinaries(home.account, { fromPackage, dataMajor: dataMajorIn(home.home) })
  const cluster = clusterIn(home, binaries)
  const log = path.join(dataFolder, 'postgres.log')
  const start = (/** @type {number} */ port) =>
    startPostmaster({ bin: binaries.bin, cluster, port, log, account: home.account, extra })
  await clearLeftovers(cluster)
  const { child: first, port } = await startOnFreePort(home.port, start, log)
  if (port !== home.port) home.remember({ port })

  let child = first
  let isStopping = false
  let recovering = Promise.resolve()
  const watch = () =>
    child.once('exit', () => {
      if (!isStopping && !isEnding()) recovering = recover().catch(onLost)
    })
  const recover = async () => {
    say(`The database ended unexpectedly: bringing it up again (${log}).`)
    child = await startAgain(
      cluster,
      () => start(port),
      log,
      () => isStopping || isEnding(),
    )
    say('The database is back.')
    watch()
  }
  watch()

  const url = (/** @type {string} */ name) => address(name, port, home.password)
  await makeDatabase(url('postgres'), url('baycall'))
  return {
    url: url('baycall'),
    adminUrl: url('postgres'),
    version: binaries.version,
    home: home.home,
    isElsewhere: home.elsewhere !== null,
    get pid() {
      return child.pid ?? 0
    },
    async stop() {
      isStopping = true
      await recovering
      if (child.pid) await stopPostmaster(child.pid)
    },
  }
}

/**
 * @param {string} name
 * @param {number} port
 * @param {string} password
 */
function address(name, port, password) {
  return `postgresql://${superuser}:${password}@${loopback}:${port}/${name}`
}

/**
 * Where the database of a data folder is reached while another process of ours keeps it running.
 * @param {string} dataFolder
 */
export function embeddedAddress(dataFolder) {
  const { port, password } = rememberedIn(dataFolder) ?? { port: 0, password: '' }
  return address('baycall', port, password)
}

/**
 * @param {number} wanted the port of the last time; 0: none yet
 * @param {(port: number) => ReturnType<typeof startPostmaster>} start
 * @param {string} log
 */
async function startOnFreePort(wanted, start, log) {
  for (let tries = 0; tries < 3; tries++) {
    const isFree = tries === 0 && wanted !== 0 && (await tryPort(wanted, loopback)).problem === null
    const port = isFree ? wanted : (await tryPort(0, loopback)).port
    const child = await start(port)
    if (child) return { child, port }
    // Somebody may have taken the port in between; anything else will not get better.
    if (!/address already in use|could not (bind|create any)/i.test(lastWords(log))) break
  }
  throw new Refusal(`The embedded database does not start: ${lastWords(log)} (more in ${log}).`)
}

/**
 * Brings up a database that died, on its port: those who use it know no other.
 * @param {string} cluster
 * @param {() => ReturnType<typeof startPostmaster>} start
 * @param {string} log
 * @param {() => boolean} isOver
 */
async function startAgain(cluster, start, log, isOver) {
  for (let tries = 0; tries < mostTries && !isOver(); tries++) {
    await clearLeftovers(cluster)
    const child = await start()
    if (child) return child
    await new Promise((resolve) => setTimeout(resolve, Math.min(mostPauseMs, 100 * 2 ** tries)))
  }
  throw new Refusal(`The embedded database can't be brought up again: ${lastWords(log)} (more in ${log}).`)
}

/**
 * @param {string} adminUrl
 * @param {string} url
 */
async function makeDatabase(adminUrl, url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    if (codeOf(error) === '28P01') {
      throw new Refusal(
        'The embedded database refuses the password in postgres.json of the data folder: restore that file from a backup.',
      )
    }
    if (codeOf(error) !== '3D000') throw error
    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    await admin.query('create database baycall')
    await admin.end()
  } finally {
    await client.end().catch(() => {})
  }
}
