import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { JsonSchema } from '@/lib/openapi/model'

const prefix = '#/components/schemas/'

/** The same JSON with every reference into `$defs` led to the document's components. */
function led(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(led)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', prefix) : led(inner),
      ]),
  )
}

// zod leaves these out where a schema transforms, for it cannot know which side they are of. Ours are of the wire.
function keepExamples({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}) {
  const told = z.globalRegistry.get(zodSchema)
  if (told?.examples) jsonSchema.examples = told.examples as typeof jsonSchema.examples
  if (told && 'default' in told) jsonSchema.default = told.default as typeof jsonSchema.default
}

/** Turns zod schemas into JSON Schema; those with an id become components, once. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {}

  /** A schema as it is on the wire, which is a codec's input side for requests and answers alike. */
  of(schema: z.ZodType): JsonSchema {
    // A custom type says of itself, in its meta, what it is on the wire.
    const options = { io: 'input', target: 'draft-2020-12', unrepresentable: 'any', override: keepExamples } as const
    const { $schema, $defs = {}, ...own } = z.toJSONSchema(schema, options)
    for (const [id, definition] of Object.entries($defs)) {
      const component = led(definition) as JsonSchema
      const known = this.components[id]
      if (known && !isDeepStrictEqual(known, component)) throw new Error(`Two schemas are called ${id}`)
      this.components[id] = component
    }
    return led(own) as JsonSchema
  }

  /** The fields of an object schema, which must not be a component. */
  fieldsOf(schema: z.ZodType): { name: string; required: boolean; schema: JsonSchema }[] {
    const { properties = {}, required = [] } = this.of(schema)
    return Object.entries(properties).map(([name, field]) => ({
      name,
      required: required.includes(name),
      schema: field,
    }))
  }
}
