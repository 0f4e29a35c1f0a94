// Those of full width are read as the others by spreadsheets of East Asia.
const signs = '-=+@＝＋－＠'

/** What a formula begins with, for a regular expression: JavaScript and PostgreSQL read it alike. */
export const formulaStart = `[${signs}\\t\\r]`

/**
 * What begins a cell, beside the comma, for some spreadsheet, as a set of a regular expression is written. Half of Europe's
 * separate by `;`. Whoever does so takes no quotes of ours for quotes, and lines end within them.
 */
export const otherSeparators = ';\\t\\r\\n'

/** A formula behind one of them, with what such a spreadsheet leaves out between the two. */
const within = `([${otherSeparators}][" ]*)('*[${signs}])`

const [atStart, inside] = [new RegExp(`^'*${formulaStart}`), new RegExp(within, 'g')]

/**
 * A cell that a spreadsheet would run as a formula, or a part of it, is made text by an apostrophe before that; so is what
 * begins with such an apostrophe itself, so that what the guards are taken from again is as it was.
 */
export function guarded(text: string | undefined): string | undefined {
  const behind = text?.replace(inside, `$1'$2`)
  return behind !== undefined && atStart.test(behind) ? `'${behind}` : behind
}

/** The text as it was before that. */
export function unguarded(text: string): string {
  return text.replace(guardInside, '$1').replace(guardAtStart, '')
}

const guardInside = new RegExp(`([${otherSeparators}][" ]*)'(?='*[${signs}])`, 'g')
const guardAtStart = new RegExp(`^'(?='*${formulaStart})`)

/** The beginning of a cell guarded, as an SQL expression, of one that gives a text. */
export function guardedSql(column: string): string {
  return `(case when ${column} ~ '^''*${formulaStart}' then '''' || ${column} else ${column} end)`
}

/** What is behind beginnings guarded, of one that gives a line of CSV: quotes that are doubled change nothing. */
export function guardedLineSql(line: string): string {
  return `regexp_replace(${line}, '${within.replace("'", "''")}', '\\1''\\2', 'g')`
}
