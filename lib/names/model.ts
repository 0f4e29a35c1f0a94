/**
 * What a store is called beside others. Whoever has an app's key makes stores of any name, also one that looks like
 * another's: in a list each is told apart by what is seen of it.
 */

/** `isNew`: made by an order or an entry, and not named by a manager yet. */
export type NamedStore = { destinationId: string; name: string; isNew: boolean }

/** A store with what it is called in its list. */
export type Told<Store> = Store & { label: string }

const escaped = (sign: string) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`

// What nothing is seen of, or what turns around what stands beside it. U+2800 is a sign of Braille without a dot.
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const blanks = /[\s\u2800]+/gu

// Most names, which are what they look like.
const isPlain = /^[ -~]*$/
// One sign may stand for eighteen: so much of what is seen is compared, and what begins alike looks alike.
const mostCompared = 64
const cut = (seen: string) => seen.replace(blanks, ' ').trim().slice(0, mostCompared).trim()

/** What is seen of a text, or its beginning: two of one such key are taken for one another. */
export function seenAs(text: string): string {
  if (isPlain.test(text)) return cut(text.toLowerCase())
  const begins = text
    .replace(unseen, '')
    .normalize('NFKC')
    .replace(blanks, ' ')
    .trim()
    .slice(0, 4 * mostCompared)
  return cut(begins.replace(unseen, '').normalize('NFKC').toUpperCase().toLowerCase())
}

// Scripts whose letters are written otherwise where a joiner stands between them, and pictures made of several: there it is
// spelling.
const scripts = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr'.split(' ')
const letter = `[${scripts.map((script) => `\\p{sc=${script}}`).join('')}]`
const picture = '\\p{Extended_Pictographic}'
const spelling = new RegExp(
  `^(${letter}[\\u200c\\u200d]${letter}|[${picture}\\p{Emoji_Modifier}\\ufe0f]\\u200d${picture})$`,
  'u',
)
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
const choosesForm = /\p{Variation_Selector}/u

const isSeen = (sign: string) => !hidden.test(sign) && sign.trim() !== ''

/** A name as it is shown: what nothing is seen of, or what turns text around, stands as an escape such as \u{202E}. */
export function shownName(name: string): string {
  if (isPlain.test(name) && name.trim() !== '') return name
  const signs = [...name]
  if (!signs.some(isSeen) && seenAs(name) === '') return signs.map(escaped).join('')
  const isSpelling = (at: number) => spelling.test(signs.slice(at - 1, at + 2).join(''))
  return signs
    .map((sign, at) =>
      !hidden.test(sign) || choosesForm.test(sign) || (at > 0 && isSpelling(at)) ? sign : escaped(sign),
    )
    .join('')
}

// In brackets behind a name, and so without any of its own.
const tidy = /^[^\s\\()\u2800]+(?: [^\s\\()\u2800]+)*$/u
const visible = /^[!-~]$/
const plain = /^[!-'*-[\]-~]$/

/** An id as no other is shown: one that may look like another has all but plain letters escaped. */
function shownId(id: string): string {
  if (tidy.test(id) && id.normalize('NFKC') === id && !hidden.test(id)) return id
  const signs = [...id]
  const isBetween = (at: number) => [signs[at - 1], signs[at + 1]].every((sign = '') => visible.test(sign))
  const isKept = (sign: string, at: number) => plain.test(sign) || (sign === ' ' && isBetween(at))
  return signs.map((sign, at) => (isKept(sign, at) ? sign : escaped(sign))).join('')
}

/** A name with its id behind it: one alone where the name is the id. */
export function nameWithId({ destinationId, name }: Pick<NamedStore, 'destinationId' | 'name'>): string {
  return name === destinationId ? shownId(name) : `${shownName(name)} (${shownId(destinationId)})`
}

/**
 * The stores of a list with what each is called there: its name, with its id behind it where another's name, or what another
 * is called, looks the same. In the order that they came in, those that nobody has named yet behind the others.
 * `projectOf`: where a list holds stores of several projects, which are told apart by those.
 */
export function toldApart<Store extends NamedStore>(
  stores: readonly Store[],
  projectOf: (store: Store) => string = () => '',
): Told<Store>[] {
  const times = new Map<string, number>()
  const forms = stores.map((store) => {
    const shown = shownName(store.name)
    const withId = `${shown} (${shownId(store.destinationId)})`
    const [project, own] = [projectOf(store), [...new Set([store.name, shown])]]
    const keys = (texts: string[]) => new Set(texts.map((text) => `${project} ${seenAs(text)}`))
    for (const key of keys([...own, withId])) times.set(key, (times.get(key) ?? 0) + 1)
    return { store, shown, withId, keys: [...keys(own)] }
  })
  return forms
    .map(({ store, shown, withId, keys }) => {
      const isOnly = keys.every((key) => times.get(key) === 1)
      return { ...store, label: isOnly ? shown : withId }
    })
    .sort((a, b) => Number(a.isNew) - Number(b.isNew))
}

/** A name as it stands in a sentence that is a text alone: it turns nothing around, whichever way it is written itself. */
export const inSentence = (name: string): string => `\u2068${shownName(name)}\u2069`
