/** What a key does on the board. Shown by the cheat sheet, and found by the listener. */
export type KeyAction = 'next' | 'previous' | 'details' | 'acknowledge' | 'complete' | 'undo' | 'search' | 'help'

export type Shortcut = { keys: string[]; action: KeyAction; words: string }

export const shortcuts: Shortcut[] = [
  { keys: ['J'], action: 'next', words: 'Select the next order' },
  { keys: ['K'], action: 'previous', words: 'Select the one before' },
  { keys: ['A'], action: 'acknowledge', words: 'Acknowledge the selected arrival' },
  { keys: ['C'], action: 'complete', words: 'Complete: hand over the selected order' },
  {
    keys: ['U', 'Z'],
    action: 'undo',
    words: 'Undo what was done last, for 10 seconds; a selected order in Done, for 24 hours',
  },
  { keys: ['Enter'], action: 'details', words: 'Open or close the details and timeline of the selected order' },
  { keys: ['/'], action: 'search', words: 'Search' },
  { keys: ['?'], action: 'help', words: 'Show these keys' },
]

const actionOfKey = new Map(shortcuts.flatMap(({ keys, action }) => keys.map((key) => [key.toLowerCase(), action])))

/** What a pressed key means on the board; undefined for none, and for what belongs to the browser. */
export function actionOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>): KeyAction | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined
  return actionOfKey.get(event.key.toLowerCase())
}
