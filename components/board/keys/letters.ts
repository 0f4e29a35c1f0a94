import { actionOfKey } from '@/components/board/keys/shortcuts'

// What leads elsewhere, and what presses.
const others = /^( |Enter|Escape|Tab|Shift|Control|Alt|Meta|Arrow.*|Home|End|Page.*)$/

const leads = (key: string) => ['next', 'previous'].includes(actionOfKey(key) ?? '')

/** Whether a key may be of a word or a code: neither is of those alone that lead to a row, lead elsewhere or press. */
export const isLetter = (key: string): boolean => !others.test(key) && !leads(key)
