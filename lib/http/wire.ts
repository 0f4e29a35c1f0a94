/**
 * What a browser makes of an answer of our own server. The schema is the truth and stays there: the server writes each
 * answer by it, and `import type` gives its types. A browser only has to make times of texts, and a hundredth of the code
 * does that.
 */
export type Reader<Value> = { parse: (json: unknown) => Value }

/** The keys of a value that hold a time, or none. */
type TimeKey<Value> = { [Key in keyof Value]-?: Date extends Value[Key] ? Key : never }[keyof Value]

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** The members of an answer. Throws TypeError for what is none. */
export function membersOf(json: unknown): Record<string, unknown> {
  if (!isObject(json)) throw new TypeError('Expected an object')
  return json
}

/** The time that an ISO text names; null stays null. Throws TypeError for anything else. */
export function timeOf(iso: unknown): Date | null {
  if (iso === null) return null
  const time = new Date(typeof iso === 'string' ? iso : Number.NaN)
  if (Number.isNaN(time.getTime())) throw new TypeError('Expected a time')
  return time
}

/** Reads an object whose times are named: all of them, or the types refuse it. */
export function withTimes<Value extends object>(times: Record<TimeKey<Value>, true>): Reader<Value> {
  const keys = Object.keys(times)
  return {
    parse(json) {
      const value = { ...membersOf(json) }
      for (const key of keys) value[key] = timeOf(value[key])
      return value as Value
    },
  }
}

/** Reads an array, each of its values by a reader. */
export function listOf<Value>(reader: Reader<Value>): Reader<Value[]> {
  return {
    parse(json) {
      if (!Array.isArray(json)) throw new TypeError('Expected an array')
      return json.map(reader.parse)
    },
  }
}

/** What a reader makes of something, or null where it can make nothing of it. */
export function findIn<Value>(reader: Reader<Value>, json: unknown): Value | null {
  try {
    return reader.parse(json)
  } catch {
    return null
  }
}
