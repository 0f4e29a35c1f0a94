import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runQuietly } from '../../scripts/process/run-quietly.mjs'
import { inRoot, root } from '../../scripts/settings/places.mjs'
import { filesBelow, fingerprint, saysFresh } from '../../scripts/setup/fingerprint.mjs'
import { unlessFresh } from '../../scripts/setup/unless-fresh.mjs'
import { benchFolder } from '../database.mjs'

/** The Next application to compare with. */
export const nextFolder = inRoot('bench', 'next-handler')

/** What the servers to compare with run (statements.ts), as one module. */
export const statementsBundle = path.join(benchFolder, 'statements.mjs')

const note = path.join(nextFolder, '.next', 'bench-build')

/** Bundles the statements and builds the Next application, if it has changed; answers whether it had. */
export async function buildReferences() {
  await bundleStatements()
  const files = filesBelow(nextFolder, (file) => !file.startsWith('.next'))
  const print = fingerprint(root, ['package-lock.json', ...files.map((file) => `bench/next-handler/${file}`)], [root])
  return unlessFresh(
    () => saysFresh(note, print),
    async (lock) => {
      const next = inRoot('node_modules', 'next', 'dist', 'bin', 'next')
      await runQuietly(process.execPath, [next, 'build', nextFolder], {
        env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
        lock,
        advice: 'The Next application to compare with could not be built: see above',
      })
      if (existsSync(path.dirname(note))) writeFileSync(note, print)
    },
  )
}

/** What a bare server runs, bundled. */
export async function bundleStatements() {
  const { build } = await import('esbuild')
  await build({
    entryPoints: [inRoot('bench', 'api', 'statements.ts')],
    outfile: statementsBundle,
    absWorkingDir: root,
    tsconfig: inRoot('tsconfig.json'),
    alias: { '@/lib/db': inRoot('bench', 'api', 'pool.ts') },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
}
