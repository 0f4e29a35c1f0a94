// What a container runs: `node scripts/container.mjs` applies the migrations that are missing and serves; with words behind
// it, one of the commands (admin, keys, privacy, rollups). Nothing is installed, made or built here, and nothing is written
// outside the folder of temporary files: all of that is in the image (Dockerfile).
import './node-version.cjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { migrate } from './postgres/migrate.mjs'
import { Refusal, report } from './process/refusal.mjs'
import { inRoot, root } from './settings/places.mjs'
import { readSettings } from './settings/settings.mjs'

const commands = ['admin', 'keys', 'privacy', 'rollups']
const [word, ...args] = process.argv.slice(2)

/** @returns {void} */
function check() {
  const { databaseUrl, secret } = readSettings(process.env)
  if (!databaseUrl) throw new Refusal('Set DATABASE_URL: an image has no database of its own.')
  if (!secret)
    throw new Refusal('Set BAYCALL_SECRET, at least 32 characters, the same on every server of one database.')
}

/** @param {string} command */
async function run(command) {
  if (!commands.includes(command))
    throw new Refusal(`There is no command ${command}: these are ${commands.join(', ')}.`)
  const program = ['--import', 'tsx', inRoot('scripts', `${command}.ts`), ...args]
  const child = spawn(process.execPath, program, { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}

try {
  check()
  if (word !== undefined) await run(word)
  else {
    await migrate(process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || '')
    await import('./serve.mjs')
  }
} catch (error) {
  report(error)
  process.exitCode = 1
}
