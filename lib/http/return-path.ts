const anyOrigin = 'http://here.invalid'

// The pages that ask who is there. Nothing else is gone to: an address of the API is called, and what it leaves in the record
// would stand there in the name of whoever followed somebody's link to the sign-in.
const rooms = new Set(['account', 'board', 'entries', 'insights', 'settings'])

/** Where to go after signing in: a page that people sign in for, or the board. What could lead elsewhere is not followed. */
export function returnPath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, anyOrigin)) return '/board'
  // Read as a browser reads it: `//evil`, `/\evil` and control characters in between change the origin, `/../` the page.
  const { origin, pathname, search, hash } = new URL(next, anyOrigin)
  const isPage = origin === anyOrigin && rooms.has(pathname.split('/')[1] ?? '')
  return isPage ? `${pathname}${search}${hash}` : '/board'
}
