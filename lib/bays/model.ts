/** Bays are where customers stand. Apps write them as they like: "Bay 4", "4" and " 04 " are one bay. */

// What apps write before a bay's own name, in the languages that orders come in.
const titles =
  /^(?:(?:parking|parkplatz|pick-?up|curbside|drive-?up)?\s*(?:bay|spot|space|slot|stall|bucht|stellplatz|platz|plaza|place)|no\.?|nr\.?|#)(?=[\s\d:.#-])[\s:.#-]*/

/** What a bay is known by, however it was written. */
export function bayKey(bay: string): string {
  const plain = bay.normalize('NFKC').trim().toLowerCase()
  const own = plain.replace(titles, '').replace(titles, '')
  // Between two numbers it matters that something stands there: "1-2" is not "12".
  const joined = (own || plain).replace(/(?<=\d)[\s_–—-]+(?=\d)/g, '.').replace(/[\s_–—-]+/g, '')
  const key = joined.replace(/(?<!\d)0+(?=\d)/g, '')
  return key || plain
}

/** A customer at the kerb, as far as bays are concerned. `car` is the same for orders that one car collects, or null. */
export type Standing = { id: string; bay: string | null; car: string | null }

/** What is out of the ordinary about where somebody stands. */
export type BayNote = { sharedWith: string[]; isUnknown: boolean }

function byBay(here: Standing[]): Map<string, Standing[]> {
  const places = new Map<string, Standing[]>()
  for (const one of here) {
    const key = one.bay?.trim() ? bayKey(one.bay) : null
    if (key !== null) places.set(key, [...(places.get(key) ?? []), one])
  }
  return places
}

const isOneCar = (a: Standing, b: Standing) => a.car !== null && a.car === b.car

/** Who stands where another car stands as well, and who in a bay that the store does not list (where it lists any). */
export function bayNotes(here: Standing[], bays: string[]): Map<string, BayNote> {
  const listed = new Set(bays.map(bayKey))
  const notes = new Map<string, BayNote>()
  for (const [key, standing] of byBay(here)) {
    const isUnknown = listed.size > 0 && !listed.has(key)
    for (const one of standing) {
      const sharedWith = standing.filter((other) => other !== one && !isOneCar(one, other)).map(({ id }) => id)
      if (isUnknown || sharedWith.length > 0) notes.set(one.id, { sharedWith, isUnknown })
    }
  }
  return notes
}

/** Each bay of the store with who stands there, as they came. */
export function bayMap(bays: string[], here: Standing[]): { bay: string; ids: string[] }[] {
  const places = byBay(here)
  return bays.map((bay) => ({ bay, ids: (places.get(bayKey(bay)) ?? []).map(({ id }) => id) }))
}
