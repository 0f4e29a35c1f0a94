import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '@/integration/shop'
import { sql } from '@/lib/db'
import { until } from '@/scripts/process/processes.mjs'

const rows = 6_000
const folder = mkdtempSync(path.join(tmpdir(), 'import-'))
const file = path.join(folder, 'report.csv')
let shop: Shop

beforeAll(async () => {
  shop = await openShop(inject('baseUrl'))
  const row = (i: number) => `"Kerb, north",${shop.destinationId},phone-${i},2026-01-31 09:30:${i % 60},x`
  const lines = Array.from({ length: rows }, (_, i) => row(i).replace(/:(\d)(?=,x)/, ':0$1'))
  lines.splice(700, 0, '"never closed', 'too,few')
  writeFileSync(
    file,
    `${['Zone Name,Store ID,Device ID,Event Time (UTC),Shoe \u001b]0;size\u0007', ...lines].join('\n')}\n`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command as `npm run import` runs it; `ended`: its exit code and all that it printed. */
function importing(args: string[], env: Record<string, string> = {}, from = file) {
  const command = ['--import', 'tsx', 'scripts/import/main.ts', from, '--project', shop.projectId, ...args]
  const child = spawn(process.execPath, command, {
    env: { ...process.env, DATABASE_URL: inject('databaseUrl'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code, output }))
  return { child, ended }
}

const countStored = async () => {
  const text = 'select count(*)::int as n from entry where project_id = $1'
  const [row] = await sql<{ n: number }>('count-imported', text, [shop.projectId])
  return row?.n ?? 0
}

it('an import that was killed goes on where it was: each row is there once, and what is refused is named by its line', async () => {
  const first = importing([])
  expect(await until(() => existsSync(`${file}.import.json`), 20_000)).toBe(true)
  expect(statSync(`${file}.import.json`).mode & 0o777).toBe(0o600)
  first.child.kill('SIGKILL')
  await first.ended
  const before = await countStored()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(rows)

  const { code, output } = await importing([]).ended
  expect(code, output).toBe(0)
  expect(output).toMatch(/^ {2}Device ID\s+→ installRef$/m)
  // What a file's author would tell the terminal is shown, not obeyed.
  expect(output).toContain('  Shoe \\u001b]0;size\\u0007: not understood')
  expect(output).toMatch(/, on from line \d+$/m)
  expect(output).toMatch(/recorded( · \d+ there already)? · 2 refused$/m)
  expect(readFileSync(`${file}.rejects.csv`, 'utf8')).toMatch(/^702,"A quote [^\n]+\n703,"Expected 5 cells[^\n]+\n$/)
  expect(await countStored()).toBe(rows)
  expect(statSync(`${file}.rejects.csv`).mode & 0o777).toBe(0o600)
})

it('the key goes to no other server than the one that was named, wherever that sends to', async () => {
  const keys: unknown[] = []
  const elsewhere = createServer(({ headers }, response) => {
    keys.push(headers['x-service-api-key'])
    response.end('{}')
  })
  const named = createServer((_, response) => response.writeHead(307, { location: addressOf(elsewhere) }).end())
  const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (const server of [elsewhere, named]) await once(server.listen(0, '127.0.0.1'), 'listening')
  const sent = await importing(['--url', addressOf(named), '--anew'], { BAYCALL_KEY: shop.secretKey }).ended
  expect([sent.code, keys]).toEqual([1, []])
  expect(sent.output).toContain(`does not take it: 307 ${addressOf(elsewhere)}`)
  for (const server of [elsewhere, named]) server.close()
})

it('the same rows, sent to a server with a key, are known again; a dry run writes nothing', async () => {
  const toServer = await importing(['--url', shop.baseUrl, '--anew'], { BAYCALL_KEY: shop.secretKey }).ended
  expect(toServer.output).toContain('\n0 recorded · 6,000 there already · 2 refused\n')
  const dry = await importing(['--dry-run']).ended
  expect(dry.output).toContain('\n6,000 fit to be recorded · 2 refused\n')
  expect(await countStored()).toBe(rows)
})

it('an apostrophe before what a spreadsheet would run goes from files that were exported here, and stays in others', async () => {
  const stored = async (zoneId: string) => {
    const [row] = await sql<{ fence_name: string; order_id: string }>(
      'imported-texts',
      'select fence_name, order_id from entry where project_id = $1 and zone_id = $2',
      [shop.projectId, zoneId],
    )
    return row
  }
  const cells = ["'=1+1", `"Rear; '@night"`]
  const write = async (zoneId: string, header: string, row: (name: string) => string) => {
    const from = path.join(folder, `${zoneId}.csv`)
    const line = header.trimEnd().split(',').map(row).join(',')
    writeFileSync(from, `${header.trimEnd()}\n${line}\n`)
    const { code, output } = await importing([], {}, from).ended
    expect(code, output).toBe(0)
    return stored(zoneId)
  }
  const told = (zoneId: string): Record<string, string> => ({
    ...{ entryId: `${shop.projectId}-${zoneId}`, zoneId, entryTime: '2026-01-31T09:30:00.000Z' },
    ...{ orderId: cells[0] ?? '', fenceName: cells[1] ?? '' },
  })
  const { headers } = await shop.signIn({ role: 'manager' })
  const exported = await fetch(`${shop.baseUrl}/api/prod1/entry/_search`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ projectId: shop.projectId, format: 'csv', pageSize: 1 }),
  })
  const [header = ''] = (await exported.text()).split('\n')
  expect(header).toContain('fenceName')
  expect(await write('ours', header, (name) => told('ours')[name] ?? '')).toEqual({
    order_id: '=1+1',
    fence_name: 'Rear; @night',
  })
  const another = 'zoneId,entryTime,orderId,fenceName'
  expect(await write('theirs', another, (name) => told('theirs')[name] ?? '')).toEqual({
    order_id: "'=1+1",
    fence_name: "Rear; '@night",
  })
})

it('a file that is still being written loses no line: its last one is read again once it is whole', async () => {
  const from = path.join(folder, 'growing.csv')
  const zoneId = 'growing'
  const lines = Array.from(
    { length: 40 },
    (_, i) => `${zoneId},2026-02-03T10:00:${10 + i}Z,order-of-the-growing-file-${i}`,
  )
  const whole = `zoneId,entryTime,orderId\n${lines.join('\n')}\n`
  const importedTo = async (bytes: number) => {
    writeFileSync(from, whole.slice(0, bytes))
    return importing([], {}, from).ended
  }
  // In the middle of a time, which is refused, and of an order's id, which is not.
  const inTime = whole.lastIndexOf('2026-02-03T10:00:48Z') + 7
  const first = await importedTo(inTime)
  expect(first.output).toContain('38 recorded · 1 refused')
  expect(first.output).toContain('The last line has no end')
  const second = await importedTo(whole.length - 3)
  expect(second.output).toContain('40 recorded')
  const third = await importedTo(whole.length)
  expect(third.output).not.toContain('The last line has no end')
  const stored = await sql<{ order_id: string }>(
    'imported-of-growing',
    'select order_id from entry where project_id = $1 and zone_id = $2',
    [shop.projectId, zoneId],
  )
  const ids = stored.map(({ order_id: id }) => id)
  expect(lines.map((line) => line.split(',')[2]).filter((id) => id && !ids.includes(id))).toEqual([])
})

it('nor does one that ends in the middle of a row of several lines', async () => {
  const from = path.join(folder, 'growing-in-a-cell.csv')
  const zoneId = 'growing-in-a-cell'
  const rows = Array.from(
    { length: 40 },
    (_, i) => `${zoneId},2026-02-03T10:00:${10 + i}Z,order-in-a-cell-${i},${i === 38 ? '"first\nsecond\nthird"' : 'x'}`,
  )
  const whole = `zoneId,entryTime,orderId,note\n${rows.join('\n')}\n`
  const importedTo = async (bytes: number) => {
    writeFileSync(from, whole.slice(0, bytes))
    return importing([], {}, from).ended
  }
  for (const cut of ['first\n', 'first\nsec', 'second\n']) {
    const { output } = await importedTo(whole.indexOf(cut) + cut.length)
    expect(output).toContain('38 recorded')
    expect(output).toContain('The quote that line 40 opens is never closed')
  }
  const { output } = await importedTo(whole.length)
  expect(output).toContain('40 recorded')
  expect(output).not.toContain('is never closed')
  const stored = await sql<{ order_id: string }>(
    'imported-of-growing',
    'select order_id from entry where project_id = $1 and zone_id = $2',
    [shop.projectId, zoneId],
  )
  expect(stored.map(({ order_id: id }) => id).sort()).toEqual(rows.map((row) => row.split(',')[2]).sort())
})
