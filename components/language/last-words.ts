import { type Language, languages } from '@/lib/language/model'
import type { Messages } from '@/lib/language/schema'

type LastWords = { title: string; ui: Partial<Messages['ui']> }

const reference = (words: string) => [`${words} `, ['code', ['id']] as [string, unknown]]

/** What is said when not even the layout could be shown, which gives all other words. */
const lastWords: Record<Language, LastWords> = {
  en: {
    title: 'Baycall could not be shown',
    ui: {
      somethingWrong: 'Something went wrong here. Try again; if it stays, reload the page.',
      tryAgain: 'Try again',
      requestId: reference('Request id'),
    },
  },
  es: {
    title: 'No se puede mostrar Baycall',
    ui: {
      somethingWrong: 'Algo ha fallado. Inténtalo de nuevo; si sigue igual, recarga la página.',
      tryAgain: 'Reintentar',
      requestId: reference('ID de solicitud'),
    },
  },
  de: {
    title: 'Baycall lässt sich nicht anzeigen',
    ui: {
      somethingWrong: 'Hier ist etwas schiefgegangen. Versuch es noch einmal; wenn es bleibt, lade die Seite neu.',
      tryAgain: 'Erneut versuchen',
      requestId: reference('Anfrage-ID'),
    },
  },
  fr: {
    title: 'Impossible d’afficher Baycall',
    ui: {
      somethingWrong: 'Un problème est survenu. Réessayez ; s’il persiste, rechargez la page.',
      tryAgain: 'Réessayer',
      requestId: reference('N° de requête'),
    },
  },
}

/** In the language that the page spoke before. */
export function findLastWords(): LastWords & { language: Language } {
  const spoken = typeof document === 'undefined' ? 'en' : document.documentElement.lang
  const language = languages.find((one) => one === spoken) ?? 'en'
  return { ...lastWords[language], language }
}
