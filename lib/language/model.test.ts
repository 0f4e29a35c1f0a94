import { describe, expect, test } from 'vitest'
import { directionOf, languageFrom } from './model'

describe('the language of a page', () => {
  test('is the one that was chosen on the device', () => {
    expect(languageFrom('fr', 'de')).toBe('fr')
  })

  test('is, without a choice, the first that the browser asks for and we speak', () => {
    expect(languageFrom(undefined, 'nl-NL,de-AT;q=0.8,en;q=0.5')).toBe('de')
    expect(languageFrom(undefined, 'en;q=0.2, es-MX ;q=0.9')).toBe('es')
    expect(languageFrom('klingon', 'FR-ca')).toBe('fr')
  })

  test('is English where nobody asks for one that we speak', () => {
    expect(languageFrom(undefined, null)).toBe('en')
    expect(languageFrom(undefined, 'pt, *;q=0.1')).toBe('en')
    expect(languageFrom(undefined, 'de;q=0, ,;;q=x')).toBe('en')
  })

  test('runs from right to left for the mirrored one alone', () => {
    expect(directionOf(languageFrom('ar-XB', 'en'))).toBe('rtl')
    expect(directionOf('de')).toBe('ltr')
  })
})
