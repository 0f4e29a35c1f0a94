import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, fchownSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '../process/refusal.mjs'
import { ids } from './account.mjs'

export const superuser = 'baycall'

/**
 * The version of PostgreSQL that has made the data in a home; null while there is none.
 * @param {string} home
 */
export function dataMajorIn(home) {
  const made = readdirSync(home).find((name) => /^\d+$/.test(name))
  return made ? Number(made) : null
}

/**
 * The folder of PostgreSQL's own files, made if there is none. Only a finished one gets its name.
 * @param {import('./home.mjs').Home} home
 * @param {import('./binaries.mjs').Binaries} binaries
 */
export function clusterIn({ home, account, password }, { bin, major }) {
  const cluster = path.join(home, String(major))
  if (existsSync(cluster)) return cluster
  const draft = path.join(home, 'draft')
  const passwordFile = path.join(home, 'draft-password')
  rmSync(draft, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  const opened = openSync(passwordFile, 'wx', 0o600)
  writeSync(opened, password)
  if (account) fchownSync(opened, account.uid, account.gid)
  closeSync(opened)
  const made = spawnSync(
    path.join(bin, 'initdb'),
    [
      '-D',
      draft,
      '-U',
      superuser,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { cwd: home, env: databaseEnvironment(), encoding: 'utf8', ...ids(account) },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) {
    throw new Refusal(
      `The embedded database could not be made in ${home}: ${(made.stderr ?? String(made.error)).trim().replaceAll(/\s+/g, ' ')}`,
    )
  }
  renameSync(draft, cluster)
  return cluster
}

/**
 * The environment without settings that are meant for another PostgreSQL.
 * @returns {NodeJS.ProcessEnv}
 */
export function databaseEnvironment() {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  for (const name of Object.keys(env)) {
    if (/^(PG|LC_(?!ALL)|LANG|npm_|DATABASE_URL|BAYCALL_)/.test(name)) Reflect.deleteProperty(env, name)
  }
  return env
}
