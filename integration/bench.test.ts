import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'

async function bench(...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['bench/run.mjs', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
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
  it('says which benches there are to whoever names another', async () => {
    const { code, output } = await bench('speed')
    expect(code).toBe(1)
    expect(output.trim()).toBe('There is no bench called "speed": npm run bench -- api, board, entries, insights')
  })
})
