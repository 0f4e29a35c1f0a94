/** What may stand between the digits of a number, or between a day and its hour: so many at most. */
export const mostBetween = 8

const between = `[^\\p{L}\\p{N}+]{1,${mostBetween}}`
const sign = '[-./\\u2010-\\u2015]'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const year = '(?:19|20)\\d\\d'
const parted = (first: string, second: string, third: string, name: string) =>
  `${first} ?(?<${name}>${sign}) ?${second} ?\\k<${name}> ?${third}`
const minutes = ':[0-5]\\d(?::[0-5]\\d)?(?!:?\\d)'

// Months as well as days come first somewhere. An hour of one digit is one beside its day alone: of "4:12 34 56 78" it is none.
const days = `(?:${parted(year, day, day, 'one')}|${parted(day, day, year, 'other')})(?!\\d)(?:${between}\\d{1,2}${minutes})?`
const hours = `(?<!:)(?:[01]\\d|2[0-4])${minutes}`
// A latitude or a longitude, to some centimetres or less; no more than six are an amount's or a measure's too.
const places = '(?<!\\d[.])(?:(?:0|[1-9]\\d{0,2})[.]\\d{6}|(?:\\d|[1-9]\\d|1[0-7]\\d|180)[.]\\d{7,})(?![.]?\\d)'

// Of a year of two digits a phone may be written alike ("030 12-11-22", "06.12.26.18.30"): a day's are those beside which no
// others stand but an hour's and another day's.
const twoDigits = '\\d\\d'
const beside = `[^\\p{L}\\p{N}]{0,${mostBetween}}`
const wholeDay = '(?:0[1-9]|[12]\\d|3[01])'
const shortDay = (name: string) =>
  `(?:${parted(day, day, twoDigits, `${name}1`)}|${parted(twoDigits, wholeDay, wholeDay, `${name}2`)})(?!\\d)`
const clock = '(?:[01]?\\d|2[0-4])[.:][0-5]\\d(?:[.:][0-5]\\d)?(?!\\d)'
// By a space or a comma: "06.12.26.18.30" is a phone.
const apart = '[^\\p{L}\\p{N}+]{0,3}[\\s,(][^\\p{L}\\p{N}+]{0,4}'
const moment = (name: string) => `${shortDay(name)}(?:${apart}${clock}(?:${between}${clock})?)?`
const shortDays = `(?<![\\p{N}+]${beside})${moment('a')}(?:${between}${moment('b')})?(?!${beside}\\d)`

// In one piece it is written as a phone is; it is a day where its hour stands behind a T.
const piece = '(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])'
const clockPiece = '(?:[01]\\d|2[0-4])[0-5]\\d(?:[0-5]\\d)?'
const stamps = `${piece}[Tt](?=\\d)`
const pieces = `${piece}(?:${clockPiece})?(?!\\d)`

const patternOf = (...kinds: string[]) => new RegExp(`(?<!\\d)(?:${kinds.join('|')})`, 'gu')
const shortOrPiece = { none: patternOf(shortDays, stamps), day: patternOf(shortDays, stamps, pieces) }
const others = {
  none: patternOf(days, hours, places, shortDays, stamps),
  day: patternOf(days, hours, places, shortDays, stamps, pieces),
}

const ofDay =
  /(date|datum|fecha|day|slot|window|time|timestamp|zeit|termin|hora|horario|heure|jour|creneau|franja)s?$|^(date|datum|fecha|slot|termin|heure)|(liefer|abhol|geburts)tag$/

/** Whether a detail says by its plain name that it tells a day or an hour. */
export const saysDay = (plainName: string): boolean => ofDay.test(plainName)

/**
 * Where the digits begin that are a whole day's with its hour, an hour's or a place's on earth: put together they may read as
 * somebody's phone ("2026-10-22 18:00" as one of Washington), for all who came at that time. `isDay`: the text is told as one.
 */
export function otherDigitsIn(plain: string, isDay: boolean): Set<number> {
  const found = new Set<number>()
  for (const { index, 0: text } of plain.matchAll(others[isDay ? 'day' : 'none']))
    for (const { index: within } of text.matchAll(/\d+/g)) found.add(index + within)
  return found
}

/** A text without the days in it that are written short, or in one piece where it is told as one. */
export const withoutShortDays = (plain: string, isDay: boolean): string =>
  plain.replace(shortOrPiece[isDay ? 'day' : 'none'], ' : ')
