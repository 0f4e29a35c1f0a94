import fc from 'fast-check'
import type { JsonSchema, OpenApiDocument } from '@/lib/openapi/model'

type Any = fc.Arbitrary<unknown>

// Printable, so that it fits the pattern of ids; astral ones among it, for a character is not a code unit.
const printable = fc.oneof(fc.constantFrom(..."aZ09 -_.'é漢🚗"), fc.constantFrom('é', '؟', '𝒳'))

const formats: Record<string, Any> = {
  'date-time': fc
    .tuple(
      fc.date({ min: new Date('1970-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
      fc.constantFrom('Z', '+05:30', '-11:00'),
    )
    .map(([date, zone]) => date.toISOString().replace('Z', zone)),
  uuid: fc.uuid(),
  email: fc.constantFrom('a@b.example', 'anna.o+x@shop.example'),
}

function texts({ minLength = 0, maxLength = 40, format }: JsonSchema): Any {
  if (format && formats[format]) return formats[format]
  const middle = fc.array(printable, { minLength, maxLength: Math.min(maxLength, 12) })
  // Just within and just beyond the limits, where mistakes live.
  const edges = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0 && length < 3000)
  const edge = fc.tuple(printable, fc.constantFrom(...edges)).map(([one, length]) => Array(length).fill(one))
  return fc.oneof({ weight: 12, arbitrary: middle }, { weight: 1, arbitrary: edge }).map((parts) => parts.join(''))
}

function numbers({ type, minimum = -1000, maximum = 1000 }: JsonSchema): Any {
  const edges = fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1)
  if (type === 'integer') return fc.oneof({ weight: 12, arbitrary: fc.integer({ min: minimum, max: maximum }) }, edges)
  return fc.oneof({ weight: 12, arbitrary: fc.double({ min: minimum, max: maximum, noNaN: true }) }, edges)
}

// What no field of ours is, or only some are.
const anything = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, '', 'x', [], {}, ['x'], { x: 1 }),
  fc.constantFrom('2026-02-30T00:00:00Z', '2026-01-01', '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e1', 'arrival ', 'Arrival'),
)

/**
 * Values near a documented schema: mostly valid ones, and such as differ in one place. Whether a value is valid is for
 * a validator to say.
 */
export class Near {
  constructor(readonly document: OpenApiDocument) {}

  /** `known`: values for fields by name, which a schema alone cannot know. */
  of(schema: JsonSchema, known: Record<string, Any> = {}): Any {
    const right = this.#right(schema, known)
    return fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: anything })
  }

  #right(schema: JsonSchema, known: Record<string, Any>): Any {
    if (schema.$ref) return this.of(this.document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, known)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.properties) return this.#objects(schema, known)
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => this.of(one, known)))
    const types = [schema.type ?? 'string'].flat()
    return fc.oneof(...types.map((type) => this.#typed({ ...schema, type }, known)))
  }

  #typed(schema: JsonSchema, known: Record<string, Any>): Any {
    if (schema.type === 'integer' || schema.type === 'number') return numbers(schema)
    if (schema.type === 'boolean') return fc.boolean()
    if (schema.type === 'null') return fc.constant(null)
    if (schema.type === 'array') return fc.array(this.of(schema.items ?? {}, known), { maxLength: 3 })
    if (schema.type === 'object') return this.#records(schema, known)
    return texts(schema)
  }

  #objects(schema: JsonSchema, known: Record<string, Any>): Any {
    const { properties = {}, required = [] } = schema
    const fields = Object.entries(properties).map(([name, field]) => {
      const isAsked = required.includes(name) || name in known
      const value = known[name] ? fc.oneof({ weight: 30, arbitrary: known[name] }, anything) : this.of(field, known)
      return fc.option(value, { nil: undefined, freq: isAsked ? 40 : 2 }).map((some) => [name, some] as const)
    })
    const unheard = fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, fc.constant(1))
    fields.push(unheard.map((value) => ['unheard', value] as const))
    return fc.tuple(...fields).map((all) => Object.fromEntries(all.filter(([, value]) => value !== undefined)))
  }

  #records(schema: JsonSchema, known: Record<string, Any>): Any {
    const keys = texts(schema.propertyNames as JsonSchema)
    const values =
      typeof schema.additionalProperties === 'object' ? this.of(schema.additionalProperties, known) : anything
    const most = schema.maxProperties ?? 5
    const few = fc.array(fc.tuple(keys, values), { maxLength: 4 })
    const edges = fc
      .constantFrom(most, most + 1)
      .map((count) => Array.from({ length: count }, (_, n) => [`key ${n}`, 'x']))
    const special = fc.constant([
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['toString', 'z'],
    ])
    return fc
      .oneof({ weight: 10, arbitrary: few }, edges, special)
      .map((entries) => Object.fromEntries(entries as [string, unknown][]))
  }
}
