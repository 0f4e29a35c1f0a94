import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Refusal } from '../process/refusal.mjs'

/**
 * The account that PostgreSQL runs as; null is our own.
 * @typedef {{ name: string, uid: number, gid: number } | null} Account
 */

/**
 * PostgreSQL refuses to run as root, so root lends it an unprivileged account that every system has.
 * @returns {Account}
 */
export function databaseAccount() {
  if (process.getuid?.() !== 0) return null
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }))
  const found = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody')
  if (found && run('/bin/sh', ['-c', 'true'], found)) return found
  throw new Refusal(
    'PostgreSQL does not run as root and there is no account to run it as: start as another account, or set DATABASE_URL to a database of yours.',
  )
}

/**
 * Whether the account can pass into a folder: asked by trying, since more than its mode bits decide.
 * @param {Account} account
 * @param {string} folder
 */
export function canEnter(account, folder) {
  return account === null || run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], account)
}

/**
 * Whether a program runs to its end without an error as that account.
 * @param {string} program
 * @param {string[]} args
 * @param {Account} account
 */
function run(program, args, account) {
  return spawnSync(program, args, { cwd: '/', stdio: 'ignore', ...ids(account) }).status === 0
}

/**
 * What child_process wants to know of an account.
 * @param {Account} account
 * @returns {{ uid?: number, gid?: number }}
 */
export function ids(account) {
  return account ? { uid: account.uid, gid: account.gid } : {}
}
