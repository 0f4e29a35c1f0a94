/** Bays are where customers stand. Apps write them as they like: "Bay 4", "4" and " 04 " are one bay. */

// What apps write before a bay's own name, in the languages that orders come in.
const titles =
  /^(?:(?:parking|parkplatz|pick-?up|curbside|drive-?up)?\s*(?:bay|spot|space|slot|stall|bucht|stellplatz|platz|plaza|place)|no\.?|nr\.?|#)(?=[\s\d:.#-])[\s:.#-]*/

/** What a bay is known by, however it was written. */
export function bayKey(bay: string): string {
  const plain = bay.normalize('NFKC').trim().toLowerCase()
  const own = plain.replace(titles, '').replace(titles, '')
  const key = (own || plain).replace(/[\s_–—-]+/g, '').replace(/(?<!\d)0+(?=\d)/g, '')
  return key || plain
}
