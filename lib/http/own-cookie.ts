import { env } from '@/lib/env'

/** What signs a browser in, makes it a tablet, or tells that it is known: all that a request proves by a cookie. */
type OwnCookie = 'session_token' | 'device' | 'tablet' | 'acting'

/** True where people reach this server by https, so that cookies are Secure. */
export const isBehindTls = () => env().BAYCALL_URL?.startsWith('https:') ?? false

/**
 * What the names of cookies begin with. Of `__Host-` browsers take what this very host has set for itself, over TLS and for
 * all of its paths: neither another host of the same domain nor its plain-text twin puts one of theirs in front.
 */
export const cookiePrefix = () => (isBehindTls() ? '__Host-baycall' : 'baycall')

const nameOf = (what: OwnCookie) => `${cookiePrefix()}.${what}`

/** True for what is set by this name. */
export const isCookieOf = (what: OwnCookie, setCookie: string) => setCookie.startsWith(`${nameOf(what)}=`)

/** A cookie to be set, kept for so many seconds; for none it is forgotten. Of `path` alone where its name allows for that. */
export function cookieOf(what: OwnCookie, value: string, keptS: number, path = '/'): string {
  const cookie = (where: string) => `${nameOf(what)}=${value}; Path=${where}; Max-Age=${keptS}; HttpOnly; SameSite=Lax`
  return isBehindTls() ? `${cookie('/')}; Secure` : cookie(path)
}

// What stands around a name or value in a header. Nothing else is taken away: with a byte that looks like a space in front a
// name is another one, which a browser lets any host of the domain set.
const isSpace = (text: string, at: number) => text[at] === ' ' || text[at] === '\t'

function spacesBefore(text: string, end: number): number {
  let at = end
  while (at > 0 && isSpace(text, at - 1)) at -= 1
  return at
}

function spacesFrom(text: string, start: number): number {
  let at = start
  while (isSpace(text, at)) at += 1
  return at
}

/**
 * The value that a browser sends. Null for none, and for two: one of them is somebody else's, and which cannot be told. It is
 * looked for, not taken apart: a stranger's header may hold sixteen thousand pairs.
 */
export function cookieIn(headers: Headers, what: OwnCookie): string | null {
  const cookies = headers.get('cookie') ?? ''
  const name = nameOf(what)
  let found: string | null = null
  for (let at = cookies.indexOf(name); at >= 0; at = cookies.indexOf(name, at + name.length)) {
    const begin = spacesBefore(cookies, at)
    const behind = spacesFrom(cookies, at + name.length)
    const isWhole = begin === 0 || cookies[begin - 1] === ';'
    if (!isWhole || (behind < cookies.length && cookies[behind] !== '=' && cookies[behind] !== ';')) continue
    if (found !== null) return null
    const semicolon = cookies.indexOf(';', behind)
    const end = semicolon < 0 ? cookies.length : semicolon
    const start = cookies[behind] === '=' ? Math.min(spacesFrom(cookies, behind + 1), end) : end
    found = cookies.slice(start, Math.max(start, spacesBefore(cookies, end)))
  }
  return found
}

/** Headers with this cookie and nothing else, for whoever reads them by rules of their own; null as cookieIn, and for none in it. */
export function cookieAlone(headers: Headers, what: OwnCookie): Headers | null {
  const value = cookieIn(headers, what)
  return value ? new Headers({ cookie: `${nameOf(what)}=${value}` }) : null
}
