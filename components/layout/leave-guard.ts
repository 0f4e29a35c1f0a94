'use client'

type Ask = (go: () => void) => void

let guard: Ask | null = null

/** While it is there, whoever leaves the page by a control of ours is asked first. The answer takes it away. */
export function guardLeaving(ask: Ask): () => void {
  guard = ask
  return () => {
    if (guard === ask) guard = null
  }
}

/** Goes there, unless the page has something to ask first. */
export function leave(go: () => void): void {
  if (guard) guard(go)
  else go()
}
