/** Bays are where customers stand. Apps write them as they like: "Bay 4", "4" and " 04 " are one bay. */

// What apps write before a bay's own name, in the languages that orders come in.
const titles =
  /^(?:(?:parking|parkplatz|pick-?up|curbside|drive-?up)?\s*(?:bay|spot|space|slot|stall|bucht|stellplatz|platz|plaza|place)|no\.?|nr\.?|#)(?=[\s\d:.#-])[\s:.#-]*/

// What is longer is no bay's name, and costs more to read than it tells.
const longestRead = 60

/** What a bay is known by, however it was written. */
export function bayKey(bay: string): string {
  if (bay.length > longestRead) return bay.trim()
  const plain = bay.normalize('NFKC').trim().toLowerCase()
  const own = plain.replace(titles, '').replace(titles, '')
  // Between two numbers it matters that something stands there: "1-2" is not "12".
  const joined = (own || plain).replace(/(?<=\d)[\s_–—-]+(?=\d)/g, '.').replace(/[\s_–—-]+/g, '')
  const key = joined.replace(/(?<!\d)0+(?=\d)/g, '')
  return key || plain
}

/** A customer at the kerb, as far as bays are concerned. `car` is the same for orders that one car collects, or null. */
export type Standing = { id: string; bay: string | null; car: string | null }

/** What is out of the ordinary about where somebody stands: how many of other cars stand there, the first of them by its id. */
export type BayNote = { others: number; first: string | null; isUnknown: boolean }

function byBay(here: Standing[]): Map<string, Standing[]> {
  const places = new Map<string, Standing[]>()
  for (const one of here) {
    const key = one.bay?.trim() ? bayKey(one.bay) : null
    if (key === null) continue
    const standing = places.get(key)
    if (standing) standing.push(one)
    else places.set(key, [one])
  }
  return places
}

const isOneCar = (a: Standing, b: Standing) => a === b || (a.car !== null && a.car === b.car)

/** How many of those in a bay are of each car. */
function countCars(standing: Standing[]): Map<string, number> {
  const cars = new Map<string, number>()
  for (const { car } of standing) if (car !== null) cars.set(car, (cars.get(car) ?? 0) + 1)
  return cars
}

/** Who stands where another car stands as well, and who in a bay that the store does not list (where it lists any). */
export function bayNotes(here: Standing[], bays: string[]): Map<string, BayNote> {
  const listed = new Set(bays.map(bayKey))
  const notes = new Map<string, BayNote>()
  for (const [key, standing] of byBay(here)) {
    const isUnknown = listed.size > 0 && !listed.has(key)
    const cars = countCars(standing)
    // Hundreds may name one bay: of all the first is another car's, or the first that is another car's than that.
    const [first] = standing
    const second = first && standing.find((other) => !isOneCar(first, other))
    for (const one of standing) {
      const others = standing.length - (one.car === null ? 1 : (cars.get(one.car) ?? 1))
      const other = first && isOneCar(first, one) ? second : first
      if (isUnknown || others > 0) notes.set(one.id, { others, first: other?.id ?? null, isUnknown })
    }
  }
  return notes
}

/** Each bay of the store with who stands there, as they came. */
export function bayMap(bays: string[], here: Standing[]): { bay: string; ids: string[] }[] {
  const places = byBay(here)
  return bays.map((bay) => ({ bay, ids: (places.get(bayKey(bay)) ?? []).map(({ id }) => id) }))
}
