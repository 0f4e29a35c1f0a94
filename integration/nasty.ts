import fc from 'fast-check'

/** What clients send by mistake or on purpose. Texts are JSON or parts of an address as they go over the wire. */

const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000)

// Values in JSON's own writing: some cannot be written by JSON.stringify.
const tokens = [
  ...['null', 'true', '0', '-0', '1e400', '-1e400', '1E-400', '9007199254740993', '0.1', '[]', '{}', '""', '" "'],
  ...['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\u202e"', '"\\u2028"', '"\u{1f697}"', '"\ufeff"', '"__proto__"'],
  ...['"0000-01-01T00:00:00Z"', '"9999-12-31T23:59:59+23:59"', '"9999-12-31T23:59:59-23:59"', '"2026-02-30T00:00:00Z"'],
  ...['"2026-01-01T00:00:60Z"', '"-271821-04-20T00:00:00Z"', '"2026-01-01"', '"1970-01-01T00:00:00+14:00"'],
  ...[
    `"${'x'.repeat(1_001)}"`,
    `"${'x'.repeat(60_000)}"`,
    `[${'0,'.repeat(2_000)}0]`,
    deep('[', ']'),
    deep('{"a":', '}'),
  ],
  ...[
    '{"__proto__":"x","constructor":{"prototype":1},"toString":null}',
    '{"a":1,"a":2}',
    '{"":""}',
    '"../../etc/passwd"',
  ],
  ...['"\' or 1=1 --"', '"{{7*7}}"', '"%s%n"', '"<script>alert(1)</script>"'],
]
export const token = fc.constantFrom(...tokens)

/** A valid body with one place of it made wrong, or the whole of it. */
export function mutated(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Uint8Array> {
  const json = valid.map((value) => JSON.stringify(value) ?? 'null')
  const text = fc.oneof(
    { weight: 4, arbitrary: json },
    { weight: 4, arbitrary: fc.tuple(json, token, fc.nat()).map(withToken) },
    fc.tuple(json, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1))),
    fc.tuple(json, fc.nat()).map(withDuplicate),
    json.map((whole) => `\ufeff${whole}`),
    json.map((whole) => `${whole}${whole}`),
    token,
    fc.json(),
  )
  const bytes = text.map((whole) => new Uint8Array(Buffer.from(whole)))
  return fc.oneof({ weight: 12, arbitrary: bytes }, bytes.map(withBadUtf8), fc.uint8Array({ maxLength: 64 }), tooLarge)
}

const tooLarge = fc.constantFrom(65_536, 65_537, 200_000).map((size) => new Uint8Array(size).fill(0x20))

// One of the values of an object, wherever it stands, is another.
function withToken([json, other, at]: [string, string, number]): string {
  const values = [...json.matchAll(/:("(?:[^"\\]|\\.)*"|[\d.eE+-]+|true|false|null|\{\}|\[\])/g)]
  const found = values[at % Math.max(1, values.length)]
  if (!found) return other
  return `${json.slice(0, found.index)}:${other}${json.slice(found.index + found[0].length)}`
}

function withDuplicate([json, at]: [string, number]): string {
  const keys = [...json.matchAll(/"([^"\\]+)":/g)]
  const [key] = keys[at % Math.max(1, keys.length)] ?? []
  return key && json.startsWith('{') ? `{${key}null,${json.slice(1)}` : json
}

function withBadUtf8(bytes: Uint8Array): Uint8Array {
  const bad = new Uint8Array(bytes)
  if (bad.length > 2) bad[Math.floor(bad.length / 2)] = 0xff
  return bad
}

/** One segment of a path, as it is written into it. */
export const segment = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('order-1', 'b0a7a3a4-6a0e-4d0b-9d3c-0d6f0d6f0d6f', '%F0%9F%9A%97') },
  fc.constantFrom(
    '%00',
    '%FF',
    '%C3%28',
    '%',
    '%zz',
    '%2F',
    '..%2f..',
    '%2e%2e',
    '%5C',
    '%0d%0aset-cookie:%20a=b',
    '%ED%A0%80',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '*',
    '[orderId]',
    '%5BorderId%5D',
    ';a=b',
    '~',
    'x'.repeat(129),
    'x'.repeat(6_000),
  ),
  fc.webSegment().filter((some) => !/^\.{0,2}$/.test(some)),
)

const parameter = fc.tuple(
  fc.constantFrom('projectId', 'destinationId', 'pageSize', 'paginationToken', 'status', 'after', 'x', '__proto__', ''),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1001',
    '1e400',
    '%00',
    '%FF',
    '%',
    '+',
    '%F0%9F%9A%97',
    'Arrived',
    'a.b',
    'x'.repeat(3_000),
  ),
)

/** A query string, good parts of which come from `known`. */
export function queryOf(known: Record<string, string>): fc.Arbitrary<string> {
  const good = fc.subarray(Object.entries(known), { minLength: 1 })
  const parts = fc.tuple(
    fc.oneof({ weight: 3, arbitrary: good }, fc.constant([])),
    fc.array(parameter, { maxLength: 2 }),
  )
  return parts.map(([some, odd]) => {
    const pairs = [...some, ...odd].map(([name, value]) => `${name}=${value}`)
    return pairs.length > 0 ? `?${pairs.join('&')}` : ''
  })
}

const latin = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((byte) => byte !== 0x7f)
    .map((byte) => String.fromCharCode(byte)),
  maxLength: 40,
})
const contentType = fc.constantFrom(
  ...[
    'text/plain',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/problem+json',
    'multipart/form-data',
  ],
  ...['application/x-www-form-urlencoded', 'application/x-ndjson', ';', 'application/json, text/plain', ''],
)
const ifMatch = fc.constantFrom('*', 'W/"1"', '"', '""', '"a", "b"', 'a', '"a"'.repeat(500), '"\xff"')

/** Headers that are odd here and there. Those of a credential are not among them. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc
  .record(
    {
      'content-type': fc.oneof({ weight: 12, arbitrary: fc.constant('application/json') }, contentType),
      'idempotency-key': fc.oneof(latin, fc.constant('k'.repeat(256))),
      'if-match': fc.oneof(ifMatch, latin),
      'x-user-token': latin,
      'x-request-id': fc.oneof(latin, fc.constant('fine-id.1'), fc.constant('x'.repeat(500))),
      'last-event-id': fc.oneof(latin, fc.constant('9'.repeat(18))),
      origin: fc.constantFrom('null', 'https://elsewhere.example', 'not an origin', 'http://'),
      accept: fc.constantFrom('text/html', '*/*', 'application/xml', ';;'),
      'x-forwarded-for': latin,
    },
    { requiredKeys: ['content-type'] },
  )
  .map((headers) => Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)))
