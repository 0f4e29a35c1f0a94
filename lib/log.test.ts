import pino from 'pino'
import { expect, it } from 'vitest'
import { logOptions } from '@/lib/log'

it('has of an error what the log may know, however it is given', () => {
  const lines: string[] = []
  const log = pino({ ...logOptions, level: 'info' }, { write: (line) => lines.push(line) })
  const error = Object.assign(new Error('invalid input syntax for type json: "Anna Kowalska"'), { code: '22P02' })
  log.error({ err: error }, 'request failed')
  log.warn(error, 'upkeep failed')
  const [request, upkeep] = lines.map((line) => JSON.parse(line))
  expect(request).toMatchObject({ msg: 'request failed', err: { name: 'Error', code: '22P02' } })
  expect(upkeep).toMatchObject({ msg: 'upkeep failed', err: { name: 'Error', code: '22P02' } })
  expect(lines.join('')).not.toContain('Kowalska')
})
