// What must never be in a log: whom customers are, and what opens a door. Every value that the run has put into its
// database is looked for, and what credentials look like.

/** A value that is too short to be told from chance is not looked for. */
const least = 6

/** What credentials of ours look like: API keys, access tokens, links, cookies, and the passwords of the factories. */
const credentials = [
  ['an API key', /\b[sp]k_(?:live_|test_)?[\w-]{20,}/g],
  ['a password', /\b(?:password-of-a-test|demo-password)-[\w-]{8,}/g],
  ['a session cookie', /\bsession_token=[^;\s"]{8,}/g],
  ['a tablet’s cookie', /\bbaycall\.(?:tablet|acting)=[^;\s"]{8,}/g],
  ['a link to join or for a new password', /\b(?:join|reset)(?:\/|%2F)[\w-]{43}(?![\w-])/gi],
  ['a bearer token', /\bbearer\s+[\w.~+/-]{16,}=*/gi],
  ['a database password', /\bpostgres(?:ql)?:\/\/[^:\s"]+:[^@\s"]+@/g],
]

/** @param {string} value */
const forms = (value) => {
  const inJson = JSON.stringify(value).slice(1, -1)
  const inAddress = encodeURIComponent(value)
  return [value, inJson, inAddress, inAddress.replaceAll('%20', '+')]
}

/**
 * Whether a detail says who somebody is: a name of several words, or something with enough digits to be nobody else's.
 * @param {string} value
 */
export function isTelling(value) {
  const digits = value.replace(/\D/g, '').length
  const isNumber =
    digits >= 7 || (digits >= 2 && /[a-z]/i.test(value) && value.replace(/[^\p{L}\p{N}]/gu, '').length >= least)
  return value.length >= least && (isNumber || /\p{L}{2,}.*\s.*\p{L}/u.test(value))
}

/**
 * What of these values, or of what looks like a credential, stands in a text: each with where, and nothing of it twice.
 * @param {string} text
 * @param {Iterable<string>} values
 * @returns {string[]}
 */
export function leaksIn(text, values) {
  /** @type {Map<string, string[]>} by their first characters: the text is read once, whatever is looked for */
  const known = new Map()
  for (const value of new Set([...values].filter((value) => value.length >= least))) {
    for (const form of new Set(forms(value))) {
      const beginning = form.slice(0, least)
      const others = known.get(beginning)
      if (others) others.push(form)
      else known.set(beginning, [form])
    }
  }
  /** @type {Map<string, string>} */
  const found = new Map()
  for (let at = 0; at + least <= text.length; at += 1) {
    for (const form of known.get(text.slice(at, at + least)) ?? []) {
      if (!found.has(form) && text.startsWith(form, at)) found.set(form, lineAround(text, at))
    }
  }
  const told = [...found].map(([value, line]) => `${JSON.stringify(value)} in: ${line}`)
  for (const [what, pattern] of /** @type {[string, RegExp][]} */ (credentials)) {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      told.push(`${what} (${match.slice(0, 12)}…) in: ${lineAround(text, index)}`)
    }
  }
  return told
}

/**
 * @param {string} text
 * @param {number} at
 */
function lineAround(text, at) {
  const from = Math.max(text.lastIndexOf('\n', at) + 1, at - 200)
  const end = text.indexOf('\n', at)
  return text.slice(from, Math.min(end < 0 ? text.length : end, at + 200))
}

/**
 * Everything in a run's database that must not be in a log: names, phones and plates of its customers, in orders and in
 * what was told of them, their tokens and those of sessions.
 * @param {string} databaseUrl
 * @param {string} foundFields what the product takes for personal (lib/redaction/model.ts)
 * @returns {Promise<string[]>}
 */
export async function secretsIn(databaseUrl, foundFields) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: details } = await client.query(
      `
      select distinct d.value from (
        select customer_name as value from orders
        union all select f.value from orders o cross join lateral jsonb_each_text(o.hs_fields) f where is_redacted(f.key, null, $1)
        union all select f.value from orders o cross join lateral jsonb_each_text(o.custom_event_meta_data) f
          where is_redacted(f.key, null, $1)
        union all select e.details ->> 'customerName' from order_event e
        union all select f.value from order_event e cross join lateral jsonb_each_text(
            case when jsonb_typeof(e.details -> 'hsFields') = 'object' then e.details -> 'hsFields' else '{}' end) f
          where is_redacted(f.key, null, $1)
      ) d where d.value <> ''`,
      [foundFields],
    )
    const { rows: tokens } = await client.query(
      'select user_token as value from orders union all select token from staff_session',
    )
    return [...details.map(({ value }) => value).filter(isTelling), ...tokens.map(({ value }) => value)]
  } finally {
    await client.end()
  }
}
