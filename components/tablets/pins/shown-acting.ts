let along: Record<string, string> = {}

/** What is sent along with what is done by whoever this tablet shows now as the one who acts; nothing where it shows no such thing. */
export const asShownActing = () => along

/** From now on this is sent along. */
export function sendAlong(headers: Record<string, string>): void {
  along = headers
}
