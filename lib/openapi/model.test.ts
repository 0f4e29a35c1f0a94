import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curlOf, fieldsOf, type JsonSchema, limitsOf, type OpenApiDocument, typeOf } from '@/lib/openapi/model'

describe('a schema, told to a reader', () => {
  it('says in few words what a value is', () => {
    const told: [JsonSchema, string][] = [
      [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
      [{ enum: ['onTheWay', 'arrival'] }, 'onTheWay | arrival'],
      [{ type: 'array', items: { $ref: '#/components/schemas/Order' } }, 'Order[]'],
      [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
      [{ type: 'object', additionalProperties: { type: ['string', 'null'] } }, 'object of string | null'],
      [{ type: 'object', anyOf: [{ required: ['a'] }] }, 'object'],
    ]
    for (const [schema, text] of told) expect(typeOf(schema).text).toBe(text)
    expect(typeOf({ type: 'array', items: { $ref: '#/components/schemas/Order' } }).component).toBe('Order')
  })

  it('says its limits, and none that no value would meet', () => {
    expect(limitsOf({ minLength: 1, maxLength: 128 })).toEqual(['1 to 128 characters'])
    expect(limitsOf({ type: 'integer', minimum: 1, maximum: 1000, default: 100 })).toEqual(['1 to 1000', 'default 100'])
    expect(limitsOf({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })).toEqual([])
  })

  it('names nested fields by their whole path', () => {
    const text = { type: 'string' }
    const schema = {
      required: ['a'],
      properties: { a: text, b: { properties: { c: text } }, d: { type: 'array', items: { properties: { e: text } } } },
    }
    const fields = fieldsOf({} as OpenApiDocument, schema)
    expect(fields.map((field) => field.name)).toEqual(['a', 'b', 'b.c', 'd', 'd[].e'])
    expect(fields.map((field) => field.required)).toEqual([true, false, false, false, false])
  })
})

describe('a curl line', () => {
  it('says the same to a shell, whatever stands in it', () => {
    const text = fc.string({ unit: 'grapheme' }).map((some) => some.replaceAll('\0', ''))
    fc.assert(
      fc.property(text, text, (value, body) => {
        const line = curlOf({ method: 'POST', url: 'http://x/y?z=1', headers: [['x-key', value]], body })
        const printed = execFileSync('/bin/sh', ['-c', line.replace('curl', "printf '%s\\0'")], { encoding: 'utf8' })
        expect(printed.split('\0')).toEqual([
          '-X',
          'POST',
          'http://x/y?z=1',
          '-H',
          `x-key: ${value}`,
          '--data-binary',
          body,
          '',
        ])
      }),
      { numRuns: 50 },
    )
  })
})
