import { existsSync, writeFileSync } from 'node:fs'
import { runQuietly } from '../process/run-quietly.mjs'
import { inRoot, root } from '../settings/places.mjs'
import { fingerprint, saysFresh } from './fingerprint.mjs'
import { unlessFresh } from './unless-fresh.mjs'

// Prisma downloads a native engine that nothing here needs, unless this names a file: any file.
const withoutEngineDownload = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
const note = inRoot('lib', 'generated', 'prisma', '.made-from')

/** Generates the database client from prisma/schema.prisma, if that has changed; answers whether it had. */
export function generateClient() {
  const print = fingerprint(root, ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'])
  return unlessFresh(
    () => saysFresh(note, print) && existsSync(inRoot('lib', 'generated', 'prisma', 'client.ts')),
    async (lock) => {
      await runQuietly(process.execPath, [inRoot('node_modules', 'prisma', 'build', 'index.js'), 'generate'], {
        env: { ...process.env, ...withoutEngineDownload, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
        lock,
        advice: 'The database client could not be generated: see above for what is wrong with prisma/schema.prisma',
      })
      writeFileSync(note, print)
    },
  )
}
