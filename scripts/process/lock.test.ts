import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeLock } from '@/scripts/process/lock.mjs'
import { identify, isAlive } from '@/scripts/process/processes.mjs'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baycall-lock-'))
  file = path.join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const sleeper = () => spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })

describe('a data folder', () => {
  it('is for one process at a time: the second learns who has it', async () => {
    const first = await takeLock(file, 'npm start')
    first.lock?.note({ url: 'http://localhost:3000' })
    const second = await takeLock(file, 'npm run dev')
    expect(second.lock).toBeNull()
    expect(second.holder).toMatchObject({ pid: process.pid, purpose: 'npm start', url: 'http://localhost:3000' })
    first.lock?.release()
    expect((await takeLock(file, 'npm run dev')).lock).not.toBeNull()
  })

  it('is taken over from a holder that was killed, and what that one had started is ended first', async () => {
    const holder = sleeper()
    const child = sleeper()
    const childId = identify(child.pid ?? 0)
    const dead = { ...identify(holder.pid ?? 0), purpose: 'npm start', children: [childId] }
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    writeFileSync(file, JSON.stringify(dead))
    const { lock } = await takeLock(file, 'npm start')
    expect(lock?.recovered).toBe(true)
    expect(isAlive(childId)).toBe(false)
  })

  it('is not kept by a dead holder whose process number belongs to somebody else by now', async () => {
    writeFileSync(file, JSON.stringify({ pid: process.pid, started: 'long ago', purpose: 'npm start', children: [] }))
    expect((await takeLock(file, 'npm start')).lock).not.toBeNull()
  })

  it('goes to exactly one of many that find it left behind', async () => {
    writeFileSync(file, JSON.stringify({ pid: 1, started: 'long ago', purpose: 'npm start', children: [] }))
    const all = await Promise.all(Array.from({ length: 20 }, () => takeLock(file, 'npm start')))
    expect(all.filter(({ lock }) => lock !== null)).toHaveLength(1)
    expect(existsSync(file)).toBe(true)
  })
})
