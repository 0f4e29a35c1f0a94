/** A cell that a spreadsheet would run as a formula is made text by a leading apostrophe. For texts only. */
export function guardFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
