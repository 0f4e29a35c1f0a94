import { englishLastWords, type LastWords, reference } from '@/components/language/last-words'
import type { Language } from '@/lib/language/model'

/** What is said when not even the layout could be shown, in every language. */
export const lastWords: Record<Language, LastWords> = {
  en: englishLastWords,
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
