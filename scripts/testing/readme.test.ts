import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const readme = readFileSync('README.md', 'utf8')
// Made at each installation, and no room of the product's.
const generated = ['generated']

/** The names in the README's line of a room's folder. */
const namedOf = (folder: string) => {
  const line = readme.split('\n').find((text) => text.startsWith(`| \`${folder}/\` |`)) ?? ''
  return [...line.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)
}

const roomsOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !generated.includes(entry.name))
    .map(({ name }) => name)

describe('the README', () => {
  it.each(['components', 'lib'])('names every room of %s, and none that is not there', (folder) => {
    expect(namedOf(folder).sort()).toEqual(roomsOf(folder).sort())
  })

  it('tells to run no command that is not there', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const told = [...readme.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
    expect(told.length).toBeGreaterThan(5)
    expect(told.filter((name) => !(name in scripts))).toEqual([])
  })
})
