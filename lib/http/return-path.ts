const anyOrigin = 'http://here.invalid'

/** Where to go after signing in: a path of this site, or the board. What could lead elsewhere is not followed. */
export function returnPath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, anyOrigin)) return '/board'
  // Read as a browser reads it: `//evil`, `/\evil` and control characters in between change the origin.
  const url = new URL(next, anyOrigin)
  if (url.origin !== anyOrigin || url.pathname.startsWith('//')) return '/board'
  return url.pathname === '/sign-in' ? '/board' : `${url.pathname}${url.search}${url.hash}`
}
