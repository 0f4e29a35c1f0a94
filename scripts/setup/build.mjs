import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { runQuietly } from '../process/run-quietly.mjs'
import { inRoot, root } from '../settings/places.mjs'
import { apiBundle, bundleApi, bundlers } from './bundle-api.mjs'
import { compressStatic } from './compress-static.mjs'
import { filesBelow, fingerprint, saysFresh } from './fingerprint.mjs'
import { unlessFresh } from './unless-fresh.mjs'

const note = inRoot('.next', 'baycall-build')

// What never gets into the build. Everything else does, so a new room counts without being named here.
const rooms = [
  'bench/',
  'docs/',
  'e2e/',
  'integration/',
  'node_modules/',
  'playwright-report/',
  'screenshots/',
  'scripts/',
  'test-results/',
]
const files = ['LICENSE', 'biome.json', 'next-env.d.ts', 'playwright.config.ts', 'vitest.config.ts']

/**
 * Whether a file can change what `next build` makes.
 * @param {string} file relative to the root; folders end in /
 */
export function isBuilt(file) {
  if (file.startsWith('.') || rooms.includes(file) || files.includes(file) || file === 'lib/generated/') return false
  return !/\.(md|tsbuildinfo)$|\.test\.tsx?$/.test(file)
}

/**
 * What a build of a folder depends on.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} [env]
 */
export function buildFingerprint(folder, env = process.env) {
  const inlined = Object.keys(env).filter((name) => name.startsWith('NEXT_PUBLIC_'))
  // The build remembers its own place: a folder that was moved is built anew.
  return fingerprint(
    folder,
    [...filesBelow(folder, isBuilt), ...bundlers],
    [folder, ...inlined.toSorted().map((name) => `${name}=${env[name]}`)],
  )
}

/** Builds for production, if a source has changed since the last build; answers whether one had. */
export function buildForProduction() {
  const print = buildFingerprint(root)
  return unlessFresh(
    () => saysFresh(note, print) && existsSync(inRoot('.next', 'BUILD_ID')) && existsSync(apiBundle),
    async (lock) => {
      rmSync(note, { force: true })
      await runQuietly(process.execPath, [inRoot('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
        env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
        lock,
        advice: 'The production build failed: see above for where',
      })
      await Promise.all([bundleApi(), compressStatic()])
      writeFileSync(note, print)
    },
  )
}
