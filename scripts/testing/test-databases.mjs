import { randomBytes } from 'node:crypto'
import { startEmbeddedDatabase } from '../postgres/embedded.mjs'
import { migrate } from '../postgres/migrate.mjs'
import { expendable } from '../postgres/postmaster.mjs'
import { takeLock } from '../process/lock.mjs'
import { inRoot, makePrivateFolder } from '../settings/places.mjs'
import { inUse, lockFile } from '../setup/prepare.mjs'

/** Where the test runs keep their PostgreSQL: apart from what people work with. */
export const testFolder = inRoot('.data', 'test')

/**
 * A PostgreSQL server for a test run: the one that the run was given (TEST_DATABASE_URL), else one of our own.
 * @returns {Promise<{ adminUrl: string, stop: () => Promise<void> }>}
 */
export async function testServer() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { adminUrl: given, stop: async () => {} }
  makePrivateFolder(testFolder)
  const { lock, holder } = await takeLock(lockFile(testFolder), 'A test run')
  if (!lock) throw inUse(testFolder, holder)
  const started = await startEmbeddedDatabase(testFolder, { extra: expendable })
  await dropDatabases(started.adminUrl, 'test_')
  return {
    adminUrl: started.adminUrl,
    async stop() {
      await started.stop()
      lock.release()
    },
  }
}

/**
 * A database with all migrations applied, to make others from.
 * @param {string} adminUrl
 * @returns {Promise<string>} its name, which begins those of its copies too
 */
export async function makeTemplate(adminUrl) {
  const name = `test_${randomBytes(4).toString('hex')}`
  await query(adminUrl, `create database ${name}`)
  await migrate(databaseAt(adminUrl, name))
  return name
}

/**
 * @param {string} adminUrl
 * @param {string} template
 * @returns {Promise<string>} its address
 */
export function copyTemplate(adminUrl, template) {
  return makeDatabase(adminUrl, template, template)
}

/**
 * A database without a table, named as if it were a copy of the template: it goes with the others.
 * @param {string} adminUrl
 * @param {string} template
 */
export function makeEmptyDatabase(adminUrl, template) {
  return makeDatabase(adminUrl, template, 'template0')
}

/**
 * @param {string} adminUrl
 * @param {string} beginning
 * @param {string} from
 */
async function makeDatabase(adminUrl, beginning, from) {
  const name = `${beginning}_${randomBytes(4).toString('hex')}`
  await query(adminUrl, `create database ${name} template ${from}`)
  return databaseAt(adminUrl, name)
}

/**
 * Drops every database whose name begins like that, used or not.
 * @param {string} adminUrl
 * @param {string} beginning
 */
export async function dropDatabases(adminUrl, beginning) {
  const names = await query(adminUrl, `select datname from pg_database where starts_with(datname, '${beginning}')`)
  for (const { datname } of names) await query(adminUrl, `drop database if exists "${datname}" with (force)`)
}

/**
 * @param {string} adminUrl
 * @param {string} name
 */
function databaseAt(adminUrl, name) {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * @param {string} url
 * @param {string} text
 * @returns {Promise<Record<string, string>[]>}
 */
async function query(url, text) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
