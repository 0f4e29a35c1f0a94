import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const sourceOf = (file: string) => readFileSync(file, 'utf8')
const found = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, text = '']) => text)

/** Where an import of our own leads; null for a package, a style or a file of words. */
function fileOf(from: string, asked: string): string | null {
  if (!/^(@\/|\.)/.test(asked)) return null
  const whole = asked.startsWith('@/') ? asked.slice(2) : path.join(path.dirname(from), asked)
  return ['.tsx', '.ts'].map((end) => whole + end).find(existsSync) ?? null
}

// Also what is loaded only once it is asked for; a type brings no code with it.
const imports = /(?:^(?:import|export) (?!type )(?:[^'"]*? from )?|import\()'([^']+)'/gm

function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const asked of found(sourceOf(file), imports)) {
    const next = fileOf(file, asked)
    if (next) reachedFrom(next, reached)
  }
  return reached
}

/** The rooms that a page gives to its components, written in it as a list. */
function roomsGiven(file: string): string[] {
  const lists = found(sourceOf(file), /\brooms(?:: Room\[\])? ?= ?\{?\[([^\]]*)\]/g)
  return lists.flatMap((list) => found(list, /'(\w+)'/g))
}

/** The same of a page with what frames it. */
const roomsOn = (page: string) => [...reachedFrom(page)].filter((file) => file.startsWith('app/')).flatMap(roomsGiven)

/** Each room that a component on a page speaks from, and that the page does not give. */
function roomsMissing(page: string, given: string[]): string[] {
  return [...reachedFrom(page)]
    .flatMap((file) => found(sourceOf(file), /\buseWords\('(\w+)'\)/g).map((room) => [file, room] as const))
    .filter(([, room]) => !given.includes(room))
    .map(([file, room]) => `${page} gives no words of ${room} to ${file}`)
}

const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)(page|error|not-found)\.tsx$/.test(file))
  .map((file) => `app/${file}`)
const everywhere = roomsGiven('app/layout.tsx')

it('finds a room that a page forgot, however deep the component that speaks from it', () => {
  const given = [...everywhere, ...roomsOn('app/settings/page.tsx')]
  expect(given).toContain('retention')
  const without = given.filter((room) => room !== 'retention')
  expect(roomsMissing('app/settings/page.tsx', without).join()).toContain('retention-field.tsx')
})

it('every page gives its components the words of all rooms that they speak from', () => {
  expect(pages.length).toBeGreaterThan(8)
  expect(everywhere).toContain('ui')
  expect(pages.flatMap((page) => roomsMissing(page, [...everywhere, ...roomsOn(page)]))).toEqual([])
})
