import { describe, expect, it } from 'vitest'
import { sayProblem } from '@/components/language/problem-words'
import { wordsOf } from '@/components/language/translator'
import { ApiError, UnreachableError } from '@/lib/http/client'
import type { Messages } from '@/lib/language/schema'

const messages = { problems: { unreachable: 'ours: no answer', unavailable: 'ours: later', not_found: 'ours: gone' } }
const words = (locale: string) => wordsOf(messages as unknown as Messages, locale, 'problems')
const refusal = (status: number, code: string) =>
  new ApiError({ title: 'A title', status, code, detail: `theirs: ${code}`, requestId: 'abc' })

describe('what went wrong, said to a person', () => {
  it('is the sentence of the API on an English page, and ours for its code elsewhere', () => {
    const error = refusal(404, 'not_found')
    expect(sayProblem(error, words('en-GB'))).toBe('theirs: not_found')
    expect(sayProblem(error, words('de'))).toBe('ours: gone')
  })

  it('is ours in any language where the server is at fault: its own sentence asks programs to send it again', () => {
    const error = refusal(503, 'unavailable')
    for (const locale of ['en', 'fr']) expect(sayProblem(error, words(locale))).toBe('ours: later')
  })

  it('is ours where no answer came, and nothing where the fault is in the page', () => {
    expect(sayProblem(new UnreachableError(), words('en'))).toBe('ours: no answer')
    expect(sayProblem(new TypeError('x is not a function'), words('en'))).toBeUndefined()
  })
})
