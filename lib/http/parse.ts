import type * as z from 'zod'
import { type FieldError, invalidFields } from '@/lib/errors'

// A missing field is told as one, not as a value of the wrong type.
function isMissing(issue: z.core.$ZodIssue): boolean {
  return (issue.code === 'invalid_type' || issue.code === 'invalid_value') && /received undefined$/.test(issue.message)
}

/** Every bad field of a failed parse, unknown ones included, by dotted path. */
export function fieldErrorsOf(error: z.core.$ZodError): FieldError[] {
  return error.issues.slice(0, 100).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, 100).map((key) => ({ path: [...issue.path, key].join('.'), message: 'Unknown field' }))
    }
    return [{ path: issue.path.join('.'), message: isMissing(issue) ? 'Required' : issue.message }]
  })
}

/** The value in the schema's shape. Throws field_invalid naming every bad field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalidFields(fieldErrorsOf(parsed.error))
  return parsed.data
}
