import { describe, expect, it } from 'vitest'
import { textStream } from '@/lib/http/text-stream'

/** Lines without end, which tell how many were made and whether the making has ended. */
function endless() {
  const seen = { made: 0, ended: false }
  async function* lines() {
    try {
      for (;;) yield `line ${++seen.made}\n`
    } finally {
      seen.ended = true
    }
  }
  return { seen, lines: lines() }
}

describe('a stream of text', () => {
  it('is made no faster than it is read, and no more once its reader has gone', async () => {
    const { seen, lines } = endless()
    const reader = textStream(lines).getReader()
    expect(seen.made).toBe(0)
    const { value } = await reader.read()
    expect([new TextDecoder().decode(value), seen.made]).toEqual(['line 1\n', 1])
    await reader.cancel()
    expect(seen).toEqual({ made: 1, ended: true })
  })

  it('breaks when it is ended, also while nobody takes of it, and is made no more', async () => {
    const { seen, lines } = endless()
    const ending = new AbortController()
    const reader = textStream(lines, ending.signal).getReader()
    await reader.read()
    ending.abort(new Error('others wait'))
    await expect(reader.closed).rejects.toThrow('others wait')
    await expect(reader.read()).rejects.toThrow('others wait')
    expect(seen).toEqual({ made: 1, ended: true })
    await expect(textStream(endless().lines, ending.signal).getReader().read()).rejects.toThrow('others wait')
  })

  it('breaks when its making fails: it never looks complete', async () => {
    async function* broken() {
      yield 'whole\n'
      throw new Error('the database is away')
    }
    const reader = textStream(broken()).getReader()
    await reader.read()
    await expect(reader.read()).rejects.toThrow('the database is away')
  })
})
