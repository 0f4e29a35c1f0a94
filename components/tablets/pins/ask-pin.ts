type Asked = { again: () => void }

let asked: Asked | null = null
const listeners = new Set<() => void>()

function change(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks whoever stands at the tablet for their PIN, and does it again once they are named. */
export function askPin(again: () => void): void {
  change({ again })
}

/** Asks no longer. */
export const leavePin = () => change(null)

export function onPinAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What waits for a PIN. */
export const pinAsked = () => asked
