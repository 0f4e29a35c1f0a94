const units = ['B', 'kB', 'MB', 'GB'] as const

/** "12.3 MB", in the numbers of the language. */
export function sizeText(bytes: number, locale: string): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1000 ** power
  return `${size.toLocaleString(locale, { maximumFractionDigits: power < 2 ? 0 : 1 })} ${units[power]}`
}
