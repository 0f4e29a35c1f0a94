import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const forbidden = [
  ['components/n1/planted.tsx', '@/lib/orders/service'],
  ['components/n2/planted.tsx', '@/lib/orders/data'],
  ['components/n3/planted.tsx', '@/lib/db'],
  ['components/n4/planted.tsx', '@/lib/env'],
  ['components/n5/planted.tsx', '@/lib/generated/prisma/client'],
  ['components/n6/planted.tsx', '@/lib/http/define-route'],
  ['components/n7/planted.tsx', '../ui/button'],
  ['components/n8/planted.tsx', '@/lib/auth/api-keys'],
  ['components/n9/planted.tsx', '@/lib/board/store-feed'],
  ['app/n4/planted.tsx', '@/lib/feed/listener'],
  ['app/n5/planted.tsx', '@/lib/auth/better-auth'],
  ['lib/n10/data.ts', '@/lib/auth/api-keys'],
  ['lib/n11/data.ts', './service'],
  ['app/n1/planted.tsx', '@/lib/orders/data'],
  ['app/n2/planted.tsx', '@/lib/db'],
  ['app/n3/planted.tsx', '@prisma/client'],
  ['lib/n1/service.ts', '@/lib/db'],
  ['lib/n2/service.ts', 'next/headers'],
  ['lib/n3/service.ts', '@/components/ui/button'],
  ['lib/n4/data.ts', '@/lib/orders/service'],
  ['lib/n5/schema.ts', '@/lib/orders/data'],
  ['lib/n6/queries.ts', '@/lib/orders/service'],
  ['lib/n7/model.ts', '@/lib/orders/schema'],
  ['lib/n8/model.ts', 'zod'],
  ['lib/n9/planted.ts', 'next/server'],
] as const

const allowed = [
  ['components/a1/planted.tsx', '@/lib/orders/queries'],
  ['components/a2/planted.tsx', '@/lib/orders/schema'],
  ['components/a3/planted.tsx', '@/lib/board/model'],
  ['components/a4/planted.tsx', '@/lib/http/client'],
  ['app/a1/planted.tsx', '@/components/ui/button'],
  ['app/a2/planted.tsx', '@/lib/board/service'],
  ['app/a3/route.ts', '@/lib/http/define-route'],
  ['lib/a1/service.ts', '@/lib/orders/data'],
  ['lib/a2/data.ts', '@/lib/db'],
  ['lib/a4/data.ts', '@/lib/wall'],
  ['lib/a3/schema.ts', '@/lib/orders/model'],
] as const

// The project's own rules, applied to a tree that holds nothing but planted imports.
const tree = mkdtempSync(path.join(tmpdir(), 'import-rule-'))
const { vcs, $schema, ...rules } = JSON.parse(readFileSync('biome.json', 'utf8'))
writeFileSync(path.join(tree, 'biome.json'), JSON.stringify(rules))
for (const [file, from] of [...forbidden, ...allowed]) {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
  writeFileSync(path.join(tree, file), `import { planted } from '${from}'\n\nexport const used = planted\n`)
}
const biome = path.resolve('node_modules/@biomejs/biome/bin/biome')
const run = spawnSync(process.execPath, [biome, 'lint', '--max-diagnostics=none', '--reporter=github', '.'], {
  cwd: tree,
  encoding: 'utf8',
})
const refused = `${run.stdout}${run.stderr}`.split('\n').filter((line) => line.includes('noRestrictedImports'))

describe('the import rule', () => {
  afterAll(() => rmSync(tree, { recursive: true }))

  it.each(forbidden)('%s may not import %s', (file) => {
    expect(refused.filter((line) => line.includes(`/${file},`))).toHaveLength(1)
  })

  it.each(allowed)('%s may import %s', (file) => {
    expect(refused.filter((line) => line.includes(file))).toEqual([])
  })

  it('is seen to be applied: the linter refuses exactly what was planted', () => {
    expect(refused).toHaveLength(forbidden.length)
  })
})
