import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildFingerprint } from '@/scripts/setup/build.mjs'

let clone: string
const write = (file: string, text: string) => {
  mkdirSync(path.join(clone, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(clone, file), text)
}
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'baycall build '))
  write('app/page.tsx', 'one')
  write('package-lock.json', '{}')
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

describe('the production build', () => {
  it.each([
    'app/page.tsx',
    'lib/orders/model.ts',
    'package-lock.json',
    'next.config.js',
    'a-new-room/thing.ts',
    'scripts/front/fast-response.mjs',
  ])('is stale when %s changes', (file) => {
    const before = buildFingerprint(clone, {} as NodeJS.ProcessEnv)
    write(file, 'two')
    expect(buildFingerprint(clone, {} as NodeJS.ProcessEnv)).not.toBe(before)
  })

  it.each([
    'README.md',
    'lib/orders/model.test.ts',
    'integration/orders.test.ts',
    'scripts/start.mjs',
    '.next/BUILD_ID',
    '.data/secret',
    'node_modules/a/index.js',
    'lib/generated/prisma/client.ts',
    'tsconfig.tsbuildinfo',
  ])('stays fresh when %s changes', (file) => {
    write('lib/orders/data.ts', 'one')
    const before = buildFingerprint(clone, {} as NodeJS.ProcessEnv)
    write(file, 'two')
    expect(buildFingerprint(clone, {} as NodeJS.ProcessEnv)).toBe(before)
  })

  it('is stale when a source goes, when one is renamed, and when a value that is built in changes', () => {
    write('lib/a.ts', 'same')
    const env = { NEXT_PUBLIC_NAME: 'a' } as unknown as NodeJS.ProcessEnv
    const before = buildFingerprint(clone, env)
    rmSync(path.join(clone, 'lib/a.ts'))
    const without = buildFingerprint(clone, env)
    write('lib/b.ts', 'same')
    const renamed = buildFingerprint(clone, env)
    expect(new Set([before, without, renamed, buildFingerprint(clone, {} as NodeJS.ProcessEnv)]).size).toBe(4)
  })
})
