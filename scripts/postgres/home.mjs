import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { Refusal } from '../process/refusal.mjs'
import { cannotWrite } from '../settings/places.mjs'
import { readJson, writePrivately } from '../settings/private-file.mjs'
import { canEnter } from './account.mjs'
import { sharedFolder } from './shared-folder.mjs'

/**
 * What the data folder remembers of its database. `elsewhere` is a folder outside of it, where its account can't enter it.
 * @typedef {{ password: string, port: number, elsewhere: string | null }} Remembered
 * @typedef {Remembered & { home: string, account: import('./account.mjs').Account, remember: (more: Partial<Remembered>) => void }} Home
 */

/** @param {string} dataFolder */
const fileIn = (dataFolder) => path.join(dataFolder, 'postgres.json')

/** @param {string} dataFolder */
export function rememberedIn(dataFolder) {
  return /** @type {Remembered | null} */ (readJson(fileIn(dataFolder)))
}

/**
 * The folder that the database lives in, made at the first start.
 * @param {string} dataFolder
 * @param {import('./account.mjs').Account} account
 * @returns {Home}
 */
export function homeIn(dataFolder, account) {
  const file = fileIn(dataFolder)
  const inside = path.join(dataFolder, 'postgres')
  const remembered = rememberedIn(dataFolder) ?? firstHome(file, dataFolder, inside, account)
  const home = remembered.elsewhere ?? inside
  if (remembered.elsewhere) checkOwner(home, dataFolder, file)
  const tenant = tenantOf(home, account)
  makeHome(home, tenant)
  if (!canEnter(tenant, home)) {
    throw new Refusal(
      `Account ${tenant?.name} can't enter ${home}, where the database lives: let it pass through the folders above (chmod o+x), or start as the account that made them.`,
    )
  }
  const remember = (/** @type {Partial<Remembered>} */ more) => {
    Object.assign(remembered, more)
    writePrivately(file, `${JSON.stringify(remembered)}\n`)
  }
  return { ...remembered, home, account: tenant, remember }
}

/**
 * @param {string} file
 * @param {string} dataFolder
 * @param {string} inside
 * @param {import('./account.mjs').Account} account
 */
function firstHome(file, dataFolder, inside, account) {
  if (existsSync(inside) && readdirSync(inside).length > 0) {
    throw new Refusal(
      `${file} is missing, which holds the password of the database in ${inside}: restore it, or move both away to begin anew.`,
    )
  }
  makeHome(inside, account)
  let elsewhere = null
  if (!canEnter(account, inside)) {
    rmdirSync(inside)
    elsewhere = mkdtempSync(path.join(sharedFolder(), 'data-'))
    // Whose it is, so that neither a copy of the data folder nor a person takes it for another's or for nobody's.
    writeFileSync(ownerFile(elsewhere), `${dataFolder}\n`, { mode: 0o600 })
  }
  const remembered = { password: randomBytes(24).toString('hex'), port: 0, elsewhere }
  writePrivately(file, `${JSON.stringify(remembered)}\n`)
  return remembered
}

/** @param {string} home */
const ownerFile = (home) => `${home}.owner`

/**
 * A data folder may have been moved, but two may not share one database.
 * @param {string} home
 * @param {string} dataFolder
 * @param {string} file
 */
function checkOwner(home, dataFolder, file) {
  const owner = existsSync(ownerFile(home)) ? readFileSync(ownerFile(home), 'utf8').trim() : dataFolder
  if (owner === dataFolder) return
  if (rememberedIn(owner)?.elsewhere === home) {
    throw new Refusal(
      `${dataFolder} is a copy of ${owner}, whose database is in ${home}: delete ${file} to begin with a database of its own.`,
    )
  }
  writeFileSync(ownerFile(home), `${dataFolder}\n`)
}

/**
 * Who runs the database: whoever it belongs to already, so that root can start what another account has made.
 * @param {string} home
 * @param {import('./account.mjs').Account} account
 */
function tenantOf(home, account) {
  if (!account || !existsSync(home)) return account
  const { uid, gid } = statSync(home)
  return uid === 0 || uid === account.uid ? account : { name: `no. ${uid}`, uid, gid }
}

/**
 * @param {string} home
 * @param {import('./account.mjs').Account} account
 */
function makeHome(home, account) {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    if (account) chownSync(home, account.uid, account.gid)
  } catch (error) {
    throw cannotWrite(home, error)
  }
}
