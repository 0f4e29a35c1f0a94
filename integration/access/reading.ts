import type { Letter, World } from '@/integration/access/world'
import type { ErrorCode } from '@/lib/errors'
import { statusOf } from '@/lib/http/problem'

/** One row of a table: what it asks, in a route with that authentication, and what each caller is to see. */
export type Row = { name: string; method: string; address: string; ask: string; auth: string; cells: Cells }
export type Cells = Record<string, string>

const words: Partial<Record<ErrorCode, string>> = {
  credential_missing: '·',
  credential_invalid: '×',
  right_missing: 'right',
  project_not_found: 'project',
  store_not_found: 'store',
  zone_not_found: 'zone',
  order_not_found: 'order',
  view_not_found: 'view',
  user_token_required: 'token?',
  user_token_mismatch: 'token',
  sign_in_failed: 'failed',
  route_not_found: 'nowhere',
  field_invalid: 'field',
  person_not_found: 'person',
  invitation_not_found: 'invite',
  tablet_not_found: 'tablet',
  key_not_found: 'key',
  passkey_not_found: 'passkey',
  second_step_off: 'begun',
  session_not_found: 'session',
  pin_wrong: 'pin',
  link_invalid: 'link',
  invalid_grant: 'grant',
}

/**
 * Reads a table: its head names the callers, `|` only helps the eye, `#` begins what is asked of the address. A page is
 * read (GET) and declares no authentication.
 */
export function readTable(text: string): { callers: string[]; rows: Row[] } {
  const [callers = [], ...lines] = text
    .split('\n')
    .map((line) => line.split(/[\s|]+/).filter(Boolean))
    .filter((line) => line.length > 0)
  const rows = lines.map((line) => {
    const [method = '', where = '', auth = ''] = line[0]?.startsWith('/') ? ['GET', line[0], 'page'] : line
    const told = line.slice(-callers.length)
    const lead = auth === 'page' ? 1 : 3
    if (line.length !== callers.length + lead) throw new Error(`${method} ${where} has too few or too many cells`)
    const [address = '', ask = ''] = where.split('#')
    const cells = Object.fromEntries(callers.map((caller, at) => [caller, told[at] ?? '']))
    return { name: `${method} ${where}`, method, address, ask, auth, cells }
  })
  return { callers, rows }
}

/** What came back, as far as it is looked at. An event stream's first message is enough. */
export type Seen = { status: number; location: string | null; text: string }

export async function see(response: Response): Promise<Seen> {
  const { status, headers } = response
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? await firstMessageOf(response) : await response.text()
  return { status, location: headers.get('location'), text }
}

async function firstMessageOf(response: Response): Promise<string> {
  const [reader, decoder] = [response.body?.getReader(), new TextDecoder()]
  let text = ''
  // What is behind it has come with it, or not.
  const first = () => /^.*?data:.*?\n\n/s.exec(text)?.[0]
  while (reader && !first()) {
    const { value, done } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel()
  return first() ?? text
}

const letters: Letter[] = ['A', 'B', 'Q']
const lettersIn = (text: string, { marks }: World) => letters.filter((letter) => text.includes(marks[letter])).join('')

/**
 * What was seen, in the tables' words. Of a good answer: whose stores occur in it, or `-` for nobody's, or how many
 * records were taken. Of a refusal: its code. Of a page: `in`, go and sign in; `gone`, no such page; `managers` or `owners`,
 * a word to whoever may not see it; `>` leads elsewhere.
 */
export function wordOf({ status, location, text }: Seen, world: World): string {
  if (location?.startsWith('/sign-in')) return 'in'
  if (status >= 300 && status < 400) return `>${lettersIn(location ?? '', world) || location?.split('/')[1]}`
  const whose = />[^<>]* for (managers|owners)<\/h2>/.exec(text)?.[1]
  if (whose) return whose
  if (status < 300) {
    const taken = /^\{"accepted":(\d+)/.exec(text)?.[1]
    return taken ? `+${taken}` : lettersIn(text, world) || '-'
  }
  const code = /"code":"(\w+)"/.exec(text)?.[1] as ErrorCode | undefined
  if (status === 404 && text.startsWith('<!DOCTYPE html>')) return 'gone'
  if (!code || statusOf[code] !== status) return `${status}?${code ?? text.slice(0, 200)}`
  return words[code] ?? code
}

/** Whatever a refusal tells, it must not be what a store or a customer is called. */
export function namesIn({ text }: Seen, { marks }: World): string[] {
  return letters
    .flatMap((letter) => [`Name ${marks[letter]}`, `Guest ${marks[letter]}`])
    .filter((n) => text.includes(n))
}
