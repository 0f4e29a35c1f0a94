import type { Messages } from '@/lib/language/schema'

export type LastWords = { title: string; ui: Partial<Messages['ui']> }

export const reference = (words: string) => [`${words} `, ['code', ['id']] as [string, unknown]]

/** What is said when not even the layout could be shown, which gives all other words. It is on every page, so just once. */
export const englishLastWords: LastWords = {
  title: 'Baycall could not be shown',
  ui: {
    somethingWrong: 'Something went wrong here. Try again; if it stays, reload the page.',
    tryAgain: 'Try again',
    requestId: reference('Request id'),
  },
}
