import { asShownActing } from '@/components/tablets/pins/shown-acting'
import { actingHeader, nobodyActs } from '@/lib/pins/model'

/** `waiting`: what is done again once somebody is named. `about`: whose order the last of it is about. */
type Asked = { waiting: (() => void)[]; about?: string | undefined }

let asked: Asked | null = null
const listeners = new Set<() => void>()

function change(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks whoever stands at the tablet for their PIN, and does it again, if there is anything, once they are named, behind what waits for that already. */
export function askPin(again?: () => void, about?: string): void {
  const waiting = asked?.waiting ?? []
  if (again) waiting.push(again)
  change({ waiting, about })
}

/** Whether what was sent along by `asShownActing` is still true of who may be asked for it again: it was theirs, or nobody's. */
export function isStillTheirs({ [actingHeader]: sent }: Record<string, string>): boolean {
  return sent === undefined || sent === nobodyActs || sent === asShownActing()[actingHeader]
}

/** Asks no longer. */
export const leavePin = () => change(null)

export function onPinAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What waits for a PIN. */
export const pinAsked = () => asked
