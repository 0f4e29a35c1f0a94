/** What a formula begins with, for a regular expression: JavaScript and PostgreSQL read it alike. */
export const formulaStart = '[-=+@\\t\\r]'

const pattern = new RegExp(`^${formulaStart}`)

/** A cell that a spreadsheet would run as a formula is made text by a leading apostrophe. */
export function guarded(text: string | undefined): string | undefined {
  return text !== undefined && pattern.test(text) ? `'${text}` : text
}

/** The same as an SQL expression, of one that gives a text. */
export function guardedSql(column: string): string {
  return `(case when ${column} ~ '^${formulaStart}' then '''' || ${column} else ${column} end)`
}
