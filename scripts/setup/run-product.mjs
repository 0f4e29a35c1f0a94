import { startServing } from '../server/child.mjs'
import { buildForProduction } from './build.mjs'
import { ensureDemo, readDemo } from './demo.mjs'
import { end, runCommand } from './ending.mjs'
import { greeting } from './greeting.mjs'
import { watchNpm } from './parent-watch.mjs'
import { addressOf, portToServe } from './port.mjs'
import { migrateDatabase, openDatabase, prepareCode, takeDataFolder } from './prepare.mjs'
import { readDotEnv, readSettings, secretOf } from './settings.mjs'
import { say, step } from './steps.mjs'

const deadServersPatienceMs = 5_000

/**
 * Everything from a fresh clone to a served board; goes on until somebody ends it.
 * @param {{ dev: boolean }} how
 */
export function runProduct(how) {
  return runCommand(() => run(how))
}

/**
 * @param {{ dev: boolean }} how
 * @returns {Promise<never>}
 */
async function run({ dev }) {
  watchNpm(() => end(0))
  readDotEnv()
  const settings = readSettings(process.env)
  const { dataFolder, host, publicUrl, databaseUrl } = settings
  const lock = await takeDataFolder(dataFolder, dev ? 'npm run dev' : 'npm start')
  const port = await portToServe(settings, lock.recovered ? deadServersPatienceMs : 0)
  const baseUrl = publicUrl ?? addressOf(host, port)
  const secret = secretOf(settings)

  say('Baycall')
  await prepareCode()
  const [database] = await Promise.all([
    openDatabase(databaseUrl, dataFolder).then(async (opened) => {
      await migrateDatabase(opened.url)
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
  await step(
    'server',
    () => startServing(env, { dev, lock }),
    ({ port }) => `listening on ${host}:${port}`,
  )
  lock.note({ url: baseUrl })
  say(greeting(baseUrl, databaseUrl ? null : readDemo(dataFolder)))
  return new Promise(() => {})
}
