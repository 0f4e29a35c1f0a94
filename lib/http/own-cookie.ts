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

// What stands around a pair in a header. Nothing else is taken away: with a byte that looks like a space in front a name is
// another one, which a browser lets any host of the domain set. By hand: an expression for an end that is to be trimmed begins
// anew at each of thousands of spaces in the middle.
function trimmed(text: string): string {
  const isSpace = (at: number) => text[at] === ' ' || text[at] === '\t'
  let [from, to] = [0, text.length]
  while (from < to && isSpace(from)) from += 1
  while (to > from && isSpace(to - 1)) to -= 1
  return text.slice(from, to)
}

/** The value that a browser sends. Null for none, and for two: one of them is somebody else's, and which cannot be told. */
export function cookieIn(headers: Headers, what: OwnCookie): string | null {
  const name = nameOf(what)
  const values = (headers.get('cookie') ?? '').split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=')
    return trimmed(key) === name ? [trimmed(value.join('='))] : []
  })
  return values.length === 1 ? (values[0] ?? null) : null
}

/** Headers with this cookie and nothing else, for whoever reads them by rules of their own; null as cookieIn, and for none in it. */
export function cookieAlone(headers: Headers, what: OwnCookie): Headers | null {
  const value = cookieIn(headers, what)
  return value ? new Headers({ cookie: `${nameOf(what)}=${value}` }) : null
}
