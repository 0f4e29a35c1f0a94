const sign = '[-./\\u2010-\\u2015]'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const year = '(?:19|20)\\d\\d'
const parted = (first: string, second: string, third: string, name: string) =>
  `${first} ?(?<${name}>${sign}) ?${second} ?\\k<${name}> ?${third}`
const minutes = ':[0-5]\\d(?::[0-5]\\d)?(?!:?\\d)'

// Months as well as days come first somewhere. An hour of one digit is one beside its day alone: of "4:12 34 56 78" it is none.
const days = `(?:${parted(year, day, day, 'one')}|${parted(day, day, year, 'other')})(?!\\d)(?:[^\\p{L}\\p{N}+]{1,3}\\d{1,2}${minutes})?`
const hours = `(?<!:)(?:[01]\\d|2[0-4])${minutes}`
// A latitude or a longitude, to some centimetres or less; no more than six are an amount's or a measure's too.
const places = '(?<!\\d[.])(?:(?:0|[1-9]\\d{0,2})[.]\\d{6}|(?:\\d|[1-9]\\d|1[0-7]\\d|180)[.]\\d{7,})(?![.]?\\d)'
const others = new RegExp(`(?<!\\d)(?:${days}|${hours}|${places})`, 'gu')

/**
 * Where the digits begin that are a whole day's with its hour, an hour's or a place's on earth: put together they may read as
 * somebody's phone ("2026-10-22 18:00" as one of Washington), for all who came at that time.
 */
export function otherDigitsIn(plain: string): Set<number> {
  const found = new Set<number>()
  for (const { index, 0: text } of plain.matchAll(others))
    for (const { index: within } of text.matchAll(/\d+/g)) found.add(index + within)
  return found
}
