import { end, runCommand } from '../process/ending.mjs'
import { watchNpm } from '../process/parent-watch.mjs'
import { signal } from '../process/processes.mjs'
import { say, step } from '../process/steps.mjs'
import { startServing } from '../server/child.mjs'
import { addressOf, portToServe } from '../settings/port.mjs'
import { readDotEnv, readSettings, secretOf } from '../settings/settings.mjs'
import { buildForProduction } from './build.mjs'
import { ensureDemo, readDemo } from './demo.mjs'
import { greeting } from './greeting.mjs'
import { migrateDatabase, openDatabase, prepareCode, takeDataFolder } from './prepare.mjs'

const deadServersPatienceMs = 5_000

/**
 * Everything from a fresh clone to a served board; goes on until somebody ends it.
 * @param {{ dev: boolean }} how
 */
export function runProduct(how) {
  return runCommand(() => run(how), { exitCodeIfStopped: 0 })
}

/**
 * @param {{ dev: boolean }} how
 * @returns {Promise<never>}
 */
async function run({ dev }) {
  watchNpm(() => end(0))
  readDotEnv()
  const settings = readSettings(process.env)
  const { dataFolder, host, publicUrl, databaseUrl, directUrl } = settings
  const lock = await takeDataFolder(dataFolder, dev ? 'npm run dev' : 'npm start')
  const port = await portToServe(settings, lock.recovered ? deadServersPatienceMs : 0)
  const baseUrl = publicUrl ?? addressOf(host, port)
  const secret = secretOf(settings)

  say('Baycall')
  await prepareCode()
  const [database] = await Promise.all([
    openDatabase(databaseUrl, dataFolder).then(async (opened) => {
      await migrateDatabase(directUrl ?? opened.url)
      const env = { DATABASE_URL: opened.url, BAYCALL_SECRET: secret }
      if (!databaseUrl) {
        await step(
          'demo data',
          () => ensureDemo(dataFolder, baseUrl, env),
          (made) => (made ? 'made' : 'there'),
        )
      }
      return env
    }),
    dev ? null : step('build', buildForProduction, (done) => (done ? 'built for production' : 'up to date')),
  ])
  const env = {
    ...database,
    HOST: host,
    PORT: String(port),
    BAYCALL_DATA: dataFolder,
    LOG_LEVEL: process.env.LOG_LEVEL || (dev ? 'info' : 'warn'),
  }
  const serving = await step(
    'server',
    () => startServing(env, { dev, lock }),
    ({ port }) => `listening on ${host}:${port}`,
  )
  // A terminal that is closed ends us; a service manager means what servers take it for.
  if (!process.stdout.isTTY && !dev) {
    process.removeAllListeners('SIGHUP')
    process.on('SIGHUP', () => signal(serving.pid(), 'SIGHUP'))
  }
  lock.note({ url: baseUrl })
  say(greeting(baseUrl, databaseUrl ? null : readDemo(dataFolder)))
  return new Promise(() => {})
}
