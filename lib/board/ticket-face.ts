/**
 * The ticket face is what a row shows of an order's hsFields: the bay and the car. Everything else is one tap away,
 * as it came.
 */
export type TicketFace = {
  bay: string | null
  carColour: string | null
  carModel: string | null
  carPlate: string | null
  /** What stands on the row beside the bay, in this order; the car is colour and model as one. */
  parts: FacePart[]
  /** What is not on the face, in the order it came. */
  rest: [key: string, value: string][]
}

export type FacePart = { part: 'plate' | 'car' } | { part: 'other'; key: string; value: string }

/** What a manager put on the face, if any did (lib/settings/model.ts). */
export type ChosenFace = { bayField: string | null; fields: string[] } | null

const guessedParts: FacePart[] = [{ part: 'plate' }, { part: 'car' }]

// The most telling name first: of two that are sent, the other stays among the rest.
const faceKeys = {
  bay: ['parkingbay', 'bay'],
  carColour: ['carcolor', 'carcolour'],
  carModel: ['carmodel'],
  carPlate: ['carplate', 'plate'],
} as const

/** `Parking Bay`, `parkingBay` and `parking_bay` are one name. */
const plainKey = (key: string) => key.toLowerCase().replace(/[\s_-]/g, '')

const asciiSmall = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** How a name may be written, plainly but for its letters beyond A to Z, which the database may know in one size alone. */
function spellingsOf(name: string): string[] {
  const words = name.toLowerCase().split(/[\s_-]+/)
  const begun = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
  const plain = words.join('')
  const spellings = [plain, plain.toUpperCase(), begun(plain), words.map(begun).join(''), name.replace(/[\s_-]/g, '')]
  return [name, ...spellings.map(asciiSmall)]
}

/**
 * What details are called that stand on a row, as it was chosen, plainly (plainKey) or spelled otherwise, with their ranks, the most
 * telling first; what is guessed comes behind what a manager chose.
 */
export function ranksOnRow(chosen: ChosenFace): Map<string, number> {
  const { bayField, fields } = chosen ?? { bayField: null, fields: [] }
  const bays = bayField === null ? faceKeys.bay : spellingsOf(bayField)
  const guessed = [...faceKeys.bay, ...carNames.flatMap((name) => faceKeys[name])]
  const names = new Set([...bays, ...fields.flatMap(spellingsOf), ...guessed])
  return new Map([...names].map((name, rank) => [name, rank]))
}

/** The details that stand on a row, the most telling first (ranksOnRow). Blank values count as not sent. */
export function detailsOnRow(hsFields: Record<string, string>, ranks: Map<string, number>): string[] {
  const rankOf = (key: string) => Math.min(ranks.get(key) ?? Infinity, ranks.get(plainKey(key)) ?? Infinity)
  const ranked = Object.entries(hsFields).map(([key, value]) => ({ key, value, rank: rankOf(key) }))
  return ranked
    .filter(({ rank, value }) => rank < Infinity && value.trim() !== '')
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ key }) => key)
}

/** What of an order's details stands on its row: what was chosen, else the car. Blank values count as not sent. */
export function faceOf(hsFields: Record<string, string>, chosen: ChosenFace = null): TicketFace {
  return chosen ? chosenFace(hsFields, chosen) : guessedFace(hsFields)
}

const isNamed = (key: string, names: readonly string[]) => names.includes(plainKey(key))

/** The face of a manager's choice. A key is found as it is written, else as the same name written otherwise. */
function chosenFace(hsFields: Record<string, string>, { bayField, fields }: NonNullable<ChosenFace>): TicketFace {
  const entries = Object.entries(hsFields).filter(([, value]) => value.trim() !== '')
  const entryOf = (key: string) =>
    entries.find(([own]) => own === key) ?? entries.find(([own]) => plainKey(own) === plainKey(key))
  const bay = bayField === null ? entryOf(bayKeyIn(entries)) : entryOf(bayField)
  const face: TicketFace = { bay: bay?.[1].trim() ?? null, ...noCar, parts: [], rest: [] }
  const taken = new Set(bay && [bay[0]])
  for (const field of fields) {
    const entry = entryOf(field)
    if (!entry || taken.has(entry[0])) continue
    const [key, value] = entry
    taken.add(key)
    const name = carNames.find((one) => face[one] === null && isNamed(key, faceKeys[one]))
    if (name) face[name] = value.trim()
    if (name === 'carPlate') face.parts.push({ part: 'plate' })
    else if (!name) face.parts.push({ part: 'other', key, value: value.trim() })
    else if (!face.parts.some(({ part }) => part === 'car')) face.parts.push({ part: 'car' })
  }
  return { ...face, rest: entries.filter(([key]) => !taken.has(key)) }
}

const bayKeyIn = (entries: [string, string][]) =>
  faceKeys.bay.flatMap((name) => entries.find(([key]) => plainKey(key) === name)?.[0] ?? [])[0] ?? ''

const noCar = { carColour: null, carModel: null, carPlate: null }
const carNames = ['carPlate', 'carColour', 'carModel'] as const

function guessedFace(hsFields: Record<string, string>): TicketFace {
  const entries = Object.entries(hsFields).filter(([, value]) => value.trim() !== '')
  const taken = new Set<string>()
  const take = (names: readonly string[]): string | null => {
    for (const name of names) {
      const found = entries.find(([key]) => plainKey(key) === name)
      if (found) {
        taken.add(found[0])
        return found[1].trim()
      }
    }
    return null
  }
  const face = {
    bay: take(faceKeys.bay),
    carColour: take(faceKeys.carColour),
    carModel: take(faceKeys.carModel),
    carPlate: take(faceKeys.carPlate),
  }
  return { ...face, parts: guessedParts, rest: entries.filter(([key]) => !taken.has(key)) }
}

const phoneKey = /phone|mobile|cell|telefon|whatsapp|handy|movil|móvil|^tel$/

/** The phone numbers among an order's details, as they came: what is named after a phone and has five digits. */
export function phonesOf(hsFields: Record<string, string>): string[] {
  const isPhone = ([key, value]: [string, string]) => phoneKey.test(plainKey(key)) && /(\p{N}.*){5}/su.test(value)
  return Object.entries(hsFields)
    .filter(isPhone)
    .map(([, value]) => value.trim())
}

/** The group that an order belongs to (`hsFields.orderGroupId`); null when it stands for itself. */
export function groupIdOf(hsFields: Record<string, string>): string | null {
  const found = Object.entries(hsFields).find(([key]) => plainKey(key) === 'ordergroupid')
  return found?.[1].trim() || null
}

/** "Red Tucson": colour and model as one, as people say it. Null when neither was sent. */
export function carOf({ carColour, carModel }: Pick<TicketFace, 'carColour' | 'carModel'>): string | null {
  return [carColour, carModel].filter((part) => part !== null).join(' ') || null
}

// Colours of cars, in the words of the languages that orders come in.
const paints: [css: string, words: string][] = [
  ['#f7f8f5', 'white ivory pearl blanco blanca weiss weiß blanc blanche'],
  ['#1b1d20', 'black negro negra schwarz noir noire'],
  ['#7f868d', 'grey gray graphite anthracite charcoal gris grau'],
  ['#b9c0c7', 'silver plata plateado silber argent'],
  ['#cc2f35', 'red rojo roja rot rouge'],
  ['#7a1f2e', 'maroon burgundy bordeaux wine granate'],
  ['#2f69c2', 'blue azul blau bleu bleue'],
  ['#1c2f5c', 'navy'],
  ['#2d8a4e', 'green verde grün gruen vert verte'],
  ['#f2cf1d', 'yellow amarillo amarilla gelb jaune'],
  ['#c9a227', 'gold golden dorado oro or'],
  ['#e8731f', 'orange naranja'],
  ['#7b4f2e', 'brown bronze copper marrón marron braun'],
  ['#d9c7a3', 'beige cream tan champagne sand crema'],
  ['#73469c', 'purple violet lila morado violett'],
  ['#e37fae', 'pink rosa rose'],
  ['#1f9d9d', 'turquoise teal cyan aqua turquesa türkis'],
]
const paintOf = new Map(paints.flatMap(([css, words]) => words.split(' ').map((word) => [word, css])))

const darker = new Set(['dark', 'deep', 'midnight', 'oscuro', 'oscura', 'dunkel', 'foncé', 'foncée'])
const lighter = new Set(['light', 'pale', 'baby', 'sky', 'claro', 'clara', 'hell', 'clair', 'claire'])

/** A word's colour; German writes the shade and the colour in one ("dunkelblau"). */
function paintOfWord(word: string): string | undefined {
  const shade = /^(dunkel|hell)(.+)$/.exec(word)
  return paintOf.get(shade?.[2] ?? word)
}

/** The CSS colour that a colour's name means, or null when it is not known: the dot then stays neutral. */
export function cssColourOf(name: string): string | null {
  const text = name.trim().toLowerCase().normalize('NFC')
  if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(text)) return text
  const words = text.split(/[^\p{L}]+/u)
  // The last one is the colour, what stands before it only shades it: "silver blue".
  const css = words.map(paintOfWord).findLast((paint) => paint !== undefined)
  if (!css) return null
  const isShade = (shades: Set<string>) =>
    words.some((w) => shades.has(w) || shades.has(w.slice(0, 6)) || shades.has(w.slice(0, 4)))
  if (isShade(darker)) return `color-mix(in srgb, ${css} 65%, black)`
  return isShade(lighter) ? `color-mix(in srgb, ${css} 60%, white)` : css
}
