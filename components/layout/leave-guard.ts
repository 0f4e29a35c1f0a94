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

let isTheirs = false

/** Lets the browser ask before the page goes. */
export function askOnUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (!isTheirs) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

/** From now on nobody is asked: whoever is there now is not whose page this is, and would save it in their name. */
export function askNobody(): void {
  isTheirs = true
}
