import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameInMail } from '@/lib/mail/names'

describe('a name in a mail', () => {
  it('is what people are called', () => {
    const names = [
      'Ada Mensah',
      'St. Mary’s',
      'María-José O’Neil',
      'Store 12, Bay 3/4',
      '李 小龍',
      'Sam & Co.',
      'Wait... what?',
    ]
    expect(names.map(nameInMail)).toEqual([
      'Ada Mensah',
      'St. Mary’s',
      'María-José O’Neil',
      'Store 12, Bay 3/4',
      '李 小龍',
      'Sam & Co.',
      'Wait... what?',
    ])
    expect(nameInMail('J.R. Okafor')).toBe('J. R. Okafor')
  })

  it('is no address that a mail’s reader could follow, in whatever signs it was written', () => {
    expect(nameInMail('URGENT pay at http://evil.example')).toBe('URGENT pay at http: //evil. example')
    expect(nameInMail('www.evil.example/login')).toBe('www. evil. example/login')
    expect(nameInMail('sam@evil.example')).toBe('sam@ evil. example')
    expect(nameInMail('tel:0900')).toBe('tel: 0900')
    expect(nameInMail('evil．example｡example․example')).toBe('evil. example。 example. example')
    expect(nameInMail('ｈｔｔｐ：／／ｅｖｉｌ')).toBe('http: //evil')
    expect(nameInMail('evil.\u200bexample.\ufeffx.\u00a0y')).not.toMatch(/\.[^ ]/)
    const signs = fc.constantFrom(
      'a',
      'é',
      '.',
      '。',
      '．',
      ':',
      '：',
      '@',
      '/',
      ' ',
      '\u200b',
      '\u2028',
      '\u202e',
      '“',
      '⒈',
    )
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), (written) => {
        expect(nameInMail(written.join(''))).not.toMatch(/[\p{L}\p{N}][.。:@]+[\p{L}\p{N}/]/u)
      }),
    )
  })

  it('is short, on one line, and ends no quotation', () => {
    const long = 'Your Baycall account is locked. Confirm within 24 h, else it is deleted'
    expect(nameInMail(long)).toBe('Your Baycall account is locked. Confirm…')
    expect([...nameInMail('🚗'.repeat(60))]).toHaveLength(40)
    expect(nameInMail('Sam”, «said» "the\nother')).toBe('Sam’, ’said’ ’the other')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const said = nameInMail(name)
        expect([...said].length).toBeLessThanOrEqual(40)
        expect(said).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e"“”„«»]/u)
      }),
    )
  })
})
