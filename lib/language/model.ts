/**
 * The languages that people read Baycall in. `locale` is the form in which dates, times and numbers are written; all
 * of them have clocks of 24 hours. Customers' data is in whatever language it came and is never translated.
 */
export const languages = ['en', 'es', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/**
 * Stands for every language that is written from right to left and says things at length: English, drawn out, on a
 * mirrored page. In no menu; the cookie may ask for it.
 */
export const mirrored = 'ar-XB'

export type PageLanguage = Language | typeof mirrored

/** Where the choice is kept: the device's, like its tone, for a counter tablet is shared. */
export const languageCookie = 'baycall-language'

/** Each language in its own words. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
}

const locales: Record<PageLanguage, string> = {
  en: 'en-GB',
  es: 'es-ES',
  de: 'de-DE',
  fr: 'fr-FR',
  [mirrored]: 'en-GB',
}

export function localeOf(language: PageLanguage): string {
  return locales[language]
}

export function directionOf(language: PageLanguage): 'ltr' | 'rtl' {
  return language === mirrored ? 'rtl' : 'ltr'
}

const isLanguage = (text: string): text is Language => languages.some((language) => language === text)

/** The languages that a browser asks for, dearest first: `de-AT,de;q=0.9,en;q=0.5` is de, en. */
function askedFor(acceptLanguage: string): string[] {
  const asked = acceptLanguage.split(',').map((part) => {
    const [range = '', ...params] = part.trim().toLowerCase().split(';')
    const quality = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find(Boolean)
    return { language: range.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) }
  })
  // Equals stay as they came.
  return asked
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
}

/** What was chosen on this device, else the first that the browser asks for, else English. */
export function languageFrom(chosen: string | undefined, acceptLanguage: string | null): PageLanguage {
  if (chosen === mirrored) return mirrored
  if (chosen !== undefined && isLanguage(chosen)) return chosen
  return askedFor(acceptLanguage ?? '').find(isLanguage) ?? 'en'
}
