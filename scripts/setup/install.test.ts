import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allowed, isInstalled } from '@/scripts/setup/install.mjs'

let clone: string
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'baycall install '))
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

const one = { version: '1.0.0', integrity: 'sha512-one' }
const ours = { ...one, optional: true, os: [process.platform], cpu: [process.arch] }
const others = { ...one, optional: true, os: ['plan9'], cpu: ['mips'] }

function lock(packages: Record<string, object>) {
  writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify({ packages: { '': { name: 'x' }, ...packages } }))
}

function install(packages: Record<string, object>) {
  for (const place of Object.keys(packages)) mkdirSync(path.join(clone, place), { recursive: true })
  writeFileSync(path.join(clone, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}

describe('the dependencies', () => {
  it('are missing in a fresh clone', () => {
    lock({ 'node_modules/a': one })
    expect(isInstalled(clone)).toBe(false)
  })

  it('are there after npm ci, also one that somebody ran by hand', () => {
    lock({ 'node_modules/a': one })
    install({ 'node_modules/a': one })
    expect(isInstalled(clone)).toBe(true)
  })

  it('are stale as soon as package-lock.json names another version', () => {
    lock({ 'node_modules/a': one })
    install({ 'node_modules/a': one })
    expect(isInstalled(clone)).toBe(true)
    lock({ 'node_modules/a': { version: '1.0.1', integrity: 'sha512-two' } })
    expect(isInstalled(clone)).toBe(false)
  })

  it('are missing while an install that broke off left no record', () => {
    lock({ 'node_modules/a': one })
    mkdirSync(path.join(clone, 'node_modules', 'a'), { recursive: true })
    expect(isInstalled(clone)).toBe(false)
  })

  it('are missing while those of their scripts that may run have not', () => {
    lock({ 'node_modules/a': one })
    install({ 'node_modules/a': one })
    writeFileSync(path.join(clone, 'node_modules', '.baycall-lock'), 'unfinished')
    expect(isInstalled(clone)).toBe(false)
  })

  it('run the scripts of those that package.json allows and that are there', () => {
    const allowScripts = { a: true, '@of/b': true, refused: false, foreign: true }
    writeFileSync(path.join(clone, 'package.json'), JSON.stringify({ allowScripts }))
    install({ 'node_modules/a': one, 'node_modules/@of/b': one, 'node_modules/refused': one, 'node_modules/c': one })
    expect(allowed(clone)).toEqual(['a', '@of/b'])
  })

  it('may lack what is for another machine, not what is for this one', () => {
    lock({ 'node_modules/a': one, 'node_modules/foreign': others })
    install({ 'node_modules/a': one })
    expect(isInstalled(clone)).toBe(true)
    lock({ 'node_modules/a': one, 'node_modules/native': ours })
    expect(isInstalled(clone)).toBe(false)
  })
})
