import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { leaksIn, secretsIn } from './leaks.mjs'
import { testFolder } from './test-databases.mjs'

/** Keeps what a server of a test run has said, where the run has named a file for it. */
export function keepOutput(/** @type {string} */ text) {
  const file = process.env.TEST_SERVER_LOG
  if (file) appendFileSync(file, text)
}

// Our own PostgreSQL goes on with one file for all runs.
const databaseLog = path.join(testFolder, 'postgres.log')

/** How long the database's log is now: what comes later is this run's. */
export function databaseLogLength() {
  return existsSync(databaseLog) ? statSync(databaseLog).size : 0
}

/**
 * What a run's servers and its database have said that they must not.
 * @param {{ file: string, databaseUrl: string, databaseLogFrom: number, foundFields: string, also?: string[] }} run
 */
export async function leaksOfRun({ file, databaseUrl, databaseLogFrom, foundFields, also = [] }) {
  const values = [...(await secretsIn(databaseUrl, foundFields)), ...also]
  const ofDatabase = existsSync(databaseLog) ? readFileSync(databaseLog).subarray(databaseLogFrom).toString() : ''
  return leaksIn(`${readFileSync(file, 'utf8')}\n${ofDatabase}`, values)
}
