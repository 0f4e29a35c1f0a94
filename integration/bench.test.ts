import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { dropDatabases } from '@/scripts/testing/test-databases.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'baycall-bench-'))

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await dropDatabases(inject('adminUrl'), 'baycall_bench_quick')
})

async function bench(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, BENCH_DATABASE_URL: inject('adminUrl') }
  const child = spawn(process.execPath, ['bench/run.mjs', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

describe('npm run bench', () => {
  it('measures the API beside a bare server and beside Next, and says what came of each aim', async () => {
    const json = path.join(folder, 'api.json')
    const small = ['--rounds', '1', '--seconds', '0.5', '--entries', '2000', '--workers', '1']
    const { code, output } = await bench('api', '--quick', ...small, '--json', json)
    expect(output).toContain('baycall / next')
    expect(code).toBe(0)
    const report = JSON.parse(readFileSync(json, 'utf8'))
    const measured = report.scenarios.map((s: { name: string; servers: object }) => [s.name, Object.keys(s.servers)])
    const servers = ['baycall', 'bare', 'next']
    expect(measured).toEqual(['create', 'update', 'page, head', 'page, deep'].map((name) => [name, servers]))
    for (const { servers } of report.scenarios) {
      for (const { perSecond, p50Ms, p99Ms } of Object.values<Record<string, number>>(servers)) {
        expect(perSecond).toBeGreaterThan(0)
        expect(p99Ms).toBeGreaterThanOrEqual(p50Ms ?? Number.NaN)
      }
    }
    expect(output.match(/aim: .*, (met|missed by [\d.]+ %)$/gm)).toHaveLength(11)
  }, 120_000)

  it('says which benches there are to whoever names another', async () => {
    const { code, output } = await bench('speed')
    expect(code).toBe(1)
    expect(output.trim()).toBe('There is no bench called "speed": npm run bench -- api, board')
  })
})
