/** What a key does on the board. Shown by the cheat sheet (in the words of the room `keys`), and found by the listener. */
export type KeyAction = 'next' | 'previous' | 'details' | 'acknowledge' | 'complete' | 'undo' | 'search' | 'help'

export type Shortcut = { keys: string[]; action: KeyAction }

export const shortcuts: Shortcut[] = [
  { keys: ['J'], action: 'next' },
  { keys: ['K'], action: 'previous' },
  { keys: ['A'], action: 'acknowledge' },
  { keys: ['C'], action: 'complete' },
  { keys: ['U', 'Z'], action: 'undo' },
  { keys: ['Enter'], action: 'details' },
  { keys: ['/'], action: 'search' },
  { keys: ['?'], action: 'help' },
]

const actionsByKey = new Map(shortcuts.flatMap(({ keys, action }) => keys.map((key) => [key.toLowerCase(), action])))

/** What a key means by itself, however it is written. */
export const actionOfKey = (key: string): KeyAction | undefined => actionsByKey.get(key.toLowerCase())

/** What a pressed key means on the board; undefined for none, and for what belongs to the browser. */
export function actionOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>): KeyAction | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined
  return actionOfKey(event.key)
}
