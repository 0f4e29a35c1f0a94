import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import de from '@/lib/language/messages/de.json'
import en from '@/lib/language/messages/en.json'
import es from '@/lib/language/messages/es.json'
import fr from '@/lib/language/messages/fr.json'
import { languages, localeOf, mirrored } from '@/lib/language/model'
import { messagesOf } from '@/lib/language/service'
import { wordsIn } from '@/scripts/testing/words-in'

const catalogues: Record<(typeof languages)[number], Record<string, Record<string, string>>> = { en, es, de, fr }

const sentencesOf = (catalogue: Record<string, Record<string, string>>) =>
  Object.entries(catalogue).flatMap(([room, sentences]) =>
    Object.entries(sentences).map(([key, text]) => [`${room}.${key}`, text] as const),
  )

const isBranching = (kind: unknown) => kind === 1 || kind === 2 || kind === 3

/** What a node of a compiled message asks for: an argument, one with the branches of a select, or a tag. */
function askedByNode(node: unknown): string[] {
  if (!Array.isArray(node)) return []
  const [name, kind, ...rest] = node
  if (isBranching(kind)) {
    const branches = rest[0] as Record<string, unknown>
    const keys = kind === 1 ? ` ${Object.keys(branches).sort().join('/')}` : ''
    return [`${name}${keys}`, ...Object.values(branches).flatMap(askedByBranch)]
  }
  if (node.length === 1 || (typeof kind === 'number' && kind !== 0)) return [String(name)]
  return [`<${name}>`, ...[kind, ...rest].flatMap(askedByNode)]
}

// A branch is a text, or a list of nodes.
const askedByBranch = (branch: unknown): string[] => (Array.isArray(branch) ? branch.flatMap(askedByNode) : [])

/** Plurals may stand where English has none: French also counts its adjectives. */
const asked = (text: string) => [...new Set(askedByBranch(compile(text)))].sort()

describe.each(languages)('the catalogue of %s', (language) => {
  const sentences = sentencesOf(catalogues[language])

  it('has exactly the sentences that English has, none of them empty', () => {
    expect(sentences.map(([key]) => key)).toEqual(sentencesOf(en).map(([key]) => key))
    expect(sentences.filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('asks for the same in each', () => {
    const english = new Map(sentencesOf(en))
    const other = sentences.filter(([key, text]) => `${asked(text)}` !== `${asked(english.get(key) ?? '')}`)
    expect(other.map(([key, text]) => [key, asked(text), asked(english.get(key) ?? '')])).toEqual([])
  })

  it('has a word for every plural that its numbers take', () => {
    const categories = new Intl.PluralRules(localeOf(language)).resolvedOptions().pluralCategories
    const missing = sentences.filter(([, text]) =>
      [...text.matchAll(/\{(\w+), plural,((?:[^{}]|\{[^{}]*\})*)\}/g)].some(
        ([, , branches = '']) =>
          !branches.includes('other {') || !(branches.includes('one {') || branches.includes('=0 {')),
      ),
    )
    expect(categories).toContain('other')
    expect(missing.map(([key]) => key)).toEqual([])
  })

  it('writes no apostrophe that the message format would take for a quote', () => {
    expect(sentences.filter(([, text]) => text.includes("'"))).toEqual([])
  })
})

// React sends a page what is plain, and refuses the rest while the page is drawn.
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' ||
  (value !== null &&
    [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)) &&
    Object.values(value).every(isPlain))

it('compiled messages can be sent to a browser', () => {
  expect(isPlain(Object.create(null))).toBe(false)
  const rooms = Object.keys(en) as (keyof typeof en)[]
  for (const language of [...languages, mirrored] as const) expect(isPlain(messagesOf(language, rooms))).toBe(true)
})

describe('a sentence', () => {
  it('says its numbers as the language writes them', () => {
    const told = languages.map(
      (language) => wordsIn(language, 'entryDetails')('after', { seconds: 1234.5 }).split(' s')[0],
    )
    expect(told).toEqual(['1,234.5', '1234,5', '1.234,5', '1\u202f234,5'])
  })

  it('is longer on the mirrored page, and keeps what stands in it', () => {
    const said = wordsIn('ar-XB', 'board')('handOverNamed', { who: 'Ana' })
    expect(said).toContain('Ana')
    expect(said.length).toBeGreaterThan('Hand over Ana'.length * 1.2)
    expect(wordsIn('ar-XB', 'board')('averageGoal', { goal: '3 min', verdict: 'missed' })).toMatch(/3 min.*m[íi]/)
  })
})
