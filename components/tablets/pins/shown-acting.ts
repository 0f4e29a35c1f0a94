let along: Record<string, string> = {}

/** What is sent along with what is done by whoever this tablet shows now as the one who acts; nothing where it shows no such thing. */
export const asShownActing = () => along

/** From now on this is sent along; what says the same is the very same, so that who acts can be told from who did. */
export function sendAlong(headers: Record<string, string>): void {
  if (JSON.stringify(headers) !== JSON.stringify(along)) along = headers
}
