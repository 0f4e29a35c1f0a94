// In microseconds, on a core that has nothing else to do: of an order, of each of its details and of a name that has not been seen,
// and of each character; `other`: that is no ASCII, `beside`: that stands in a text with such. Those are looked at in all ways in which
// they may be written elsewhere, and somebody's name in all other details.
const ofOrder = 20
const ofDetail = 3
const ofNewName = 5
const ofNames = { ascii: 0.2, beside: 0.4, other: 1 }
const ofValues = { ascii: 0.05, beside: 0.2, other: 0.4 }
const ofToldNames = { ascii: 0.2, beside: 0.5, other: 3 }

function ofCharacters(text: string, { ascii, beside, other }: typeof ofNames): number {
  let others = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) others += 1
  return others === 0 ? text.length * ascii : (text.length - others) * beside + others * other
}

// About: to ask what a name says that nobody has used yet takes as long as to look through it.
const tellsName = /name|nom|apellido/i

type Known = Pick<ReadonlySet<string>, 'has'>

/**
 * How long it takes to find what an order's details hide, about, in microseconds: those that are called by what has been seen before
 * (`known`) cost little, however many there are, and a name that nobody has used yet much.
 */
export function lookingTime(hsFields: Record<string, string>, known: Known): number {
  let micros = ofOrder
  for (const [name, value] of Object.entries(hsFields)) {
    micros += ofDetail + ofCharacters(value, tellsName.test(name) ? ofToldNames : ofValues)
    if (!known.has(name)) micros += ofNewName + ofCharacters(name, ofNames)
  }
  return micros
}

/** The same of orders one after the other, no more than `most`. */
export function lookingTimeOfAll(all: { hsFields: Record<string, string> }[], most: number): number {
  const known = new Set<string>()
  let micros = 0
  for (const { hsFields } of all) {
    if (micros >= most) return most
    micros += lookingTime(hsFields, known)
    for (const name of Object.keys(hsFields)) known.add(name)
  }
  return micros
}
