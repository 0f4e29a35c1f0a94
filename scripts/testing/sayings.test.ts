import { describe, expect, it } from 'vitest'
import { levelWords } from '@/components/board/row/wait-level'
import { alikeSentence } from '@/components/board/standing/hand-off-question'
import { type AlikeOrder, alikeWords, elsewhereWords } from '@/components/board/standing/row-standing'
import { deedOf } from '@/components/board/timeline/deed'
import { sayProblem } from '@/components/language/problem-words'
import { refusalsOf, type Sent } from '@/components/settings/refusals'
import { ApiError, UnreachableError } from '@/lib/http/client'
import type { PageLanguage } from '@/lib/language/model'
import { ProjectSettingsPatch, StoreSettingsPatch } from '@/lib/settings/schema'
import type { TimelineEvent } from '@/lib/timeline/schema'
import { forecast, waitClock, waitSpoken } from '@/lib/waits/model'
import { wordsIn } from '@/scripts/testing/words-in'

const now = Date.UTC(2026, 0, 1, 12)
const inSeconds = (seconds: number) => new Date(now + seconds * 1000)

describe('a wait', () => {
  const t = wordsIn('en', 'times')

  it('reads as a clock, then in hours, then in days', () => {
    expect([0, 9, 312, 3599].map((s) => t(...waitClock(s)))).toEqual(['0:00', '0:09', '5:12', '59:59'])
    const long = [3600, 3900, 86_400, 172_800].map((s) => t(...waitClock(s)))
    expect(long).toEqual(['1 h 00', '1 h 05', '24 h 00', '2 d'])
  })

  it('is spoken in full, in the numbers of the language', () => {
    const said = (language: PageLanguage, seconds: number) => wordsIn(language, 'times')(...waitSpoken(seconds))
    expect([1, 61, 312].map((s) => said('en', s))).toEqual(['1 second', '1 minute 1 second', '5 minutes 12 seconds'])
    expect(said('en', 3660)).toBe('1 hour 1 minute')
    expect([61, 312].map((s) => said('de', s))).toEqual(['1 Minute 1 Sekunde', '5 Minuten 12 Sekunden'])
    expect(said('fr', 60)).toBe('1 minute 0 seconde')
    expect(said('es', 7320)).toBe('2 horas 2 minutos')
  })

  it('is forecast: counts down, is now around its minute, and then says how late it is', () => {
    const told = [540, 61, 60, 59, 0, -59, -60, -240].map((s) => t(...forecast(inSeconds(s), now)))
    expect(told).toEqual(['9 min', '2 min', '1 min', 'now', 'now', 'now', '1 min late', '4 min late'])
    expect(t(...forecast(inSeconds(5400), now))).toBe('1 h 30')
    expect(wordsIn('de', 'times')(...forecast(inSeconds(-240), now))).toBe('4 min zu spät')
  })
})

describe('what is said of lookalikes', () => {
  const t = wordsIn('en', 'board')
  const smith: AlikeOrder = {
    orderId: '10858',
    name: 'Smith',
    plate: '',
    bay: '4',
    section: 'Arrived',
    by: 'name',
    isSame: true,
  }

  it('names the other order, and where its customer is', () => {
    const similar = { ...smith, isSame: false }
    expect(alikeWords([smith], t)).toBe('Same name as #10858')
    expect(alikeWords([similar, similar], t)).toBe('Name like #10858 and 1 more')
    expect(alikeSentence(smith, t)).toBe('Another Smith is in bay 4.')
    expect(alikeSentence({ ...smith, bay: null }, t)).toBe('Another Smith is at the kerb.')
    expect(alikeSentence({ ...similar, section: 'OnTheWay' }, t)).toBe('A similar name, Smith, is on the way.')
    const plate = { ...smith, by: 'plate', plate: 'NM 1' } as const
    expect(alikeSentence(plate, t)).toBe('A car with a plate like this, NM 1, is in bay 4.')
  })

  it('says where the others of a group are', () => {
    expect(elsewhereWords({ OnTheWay: 1, Done: 2 }, t)).toBe('1 still on the way, 2 closed')
    expect(elsewhereWords({ Done: 2 }, wordsIn('fr', 'board'))).toBe('2 terminées')
  })
})

describe('a timeline', () => {
  const event = (over: Partial<TimelineEvent>) =>
    ({
      eventType: 'arrival',
      section: 'Arrived',
      actor: 'phone',
      actorName: null,
      undone: null,
      ...over,
    }) as TimelineEvent
  const said = (language: PageLanguage, over: Partial<TimelineEvent>) => {
    const t = wordsIn(language, 'timeline')
    return t(...deedOf(event(over), t, wordsIn(language, 'board')))
  }

  it('is told in sentences', () => {
    const ana = { actor: 'staff', actorName: 'Ana' } as const
    expect(said('en', {})).toBe('The customer’s app said that the customer is here')
    expect(said('en', { ...ana, eventType: 'moved', section: 'OnTheWay' })).toBe('Ana moved this order to On the way')
    expect(said('en', { actor: 'staff', eventType: 'undone', undone: 'fulfilled' })).toBe(
      'Somebody undid the hand-over of this order',
    )
    const called = { actor: 'system', eventType: 'escalated' } as const
    expect(said('en', { ...called, reason: 'noBoard' })).toBe(
      'Baycall called the other boards: no board was open at the store',
    )
    expect(said('fr', { ...called, reason: 'notAcknowledged:120' })).toMatch(/pas de prise en charge en 2 min$/)
    expect(said('de', { ...called, reason: 'notAcknowledged:45' })).toMatch(/innerhalb von 45 s bestätigt$/)
    expect(said('de', { ...ana, eventType: 'acknowledged' })).toBe('Ana hat diese Ankunft bestätigt')
    expect(said('es', { ...ana, eventType: 'undone', undone: 'moved' })).toBe(
      'Ana ha deshecho el cambio de este pedido',
    )
  })

  it('takes names of events that a program might trip over as the names they are', () => {
    for (const eventType of ['constructor', '__proto__', 'rich', 'title']) {
      expect(said('en', { eventType })).toBe(`The customer’s app told ${eventType}`)
    }
  })
})

describe('what a store has set', () => {
  it('is said of its waits', () => {
    const said = (language: PageLanguage, overSeconds: number) =>
      levelWords('over', { overSeconds }, wordsIn(language, 'times'))
    expect([300, 90, 3600].map((s) => said('en', s))).toEqual(['over 5 min', 'over 1:30', 'over 1 h 00'])
    expect(said('es', 300)).toBe('+ de 5 min')
    expect(levelWords('due', { overSeconds: 300 }, wordsIn('de', 'times'))).toBe('jetzt fällig')
  })

  const waits = { dueSeconds: 100, lateSeconds: 90, overSeconds: 300 }
  const refused: [patch: Sent, path: string, german: string][] = [
    [{ waits }, 'waits.lateSeconds', 'Jeder Wert muss größer sein als der davor'],
    [{ waits: { ...waits, dueSeconds: 0 } }, 'waits.dueSeconds', 'Ganze Sekunden von 10 bis 14400'],
    [{ goalSeconds: 1.5 }, 'goalSeconds', 'Ganze Sekunden von 10 bis 14400'],
    [{ name: ' ' }, 'name', 'Ein Name mit höchstens 80 Zeichen'],
    [{ timeZone: 'Madrid' }, 'timeZone', 'Erwartet wird eine Zeitzone wie Europe/Berlin'],
    [{ bays: ['4', 'Bay 04'] }, 'bays', 'Ein Platz steht doppelt da'],
    [{ bays: ['4', 'x'.repeat(41)] }, 'bays', 'Ein Name mit höchstens 40 Zeichen'],
    [{ bays: Array.from({ length: 201 }, (_, at) => `${at}`) }, 'bays', 'Höchstens 200 Plätze'],
    [{ ticketFace: { bayField: null, fields: ['a', 'a'] } }, 'ticketFace.fields', 'Ein Feld steht doppelt da'],
    [{ ticketFace: { bayField: null, fields: [...'abcdefghijklm'] } }, 'ticketFace.fields', 'Höchstens 12 Felder'],
    [
      { ticketFace: { bayField: 'x'.repeat(65), fields: [] } },
      'ticketFace.bayField',
      'Ein Name mit höchstens 64 Zeichen',
    ],
  ]

  it.each(refused)('or why the server does not take it: %j', (patch, path, german) => {
    const schema = 'ticketFace' in patch ? ProjectSettingsPatch : StoreSettingsPatch
    const issues = schema.safeParse(patch).error?.issues ?? []
    const errors = issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
    expect([...refusalsOf(errors, patch, wordsIn('de', 'settings'))]).toEqual([[path, german]])
    expect([...refusalsOf(errors, patch, wordsIn('en', 'settings'))]).toEqual([[path, errors[0]?.message]])
  })
})

describe('what went wrong', () => {
  const refusal = (code: string, status: number) =>
    new ApiError({ title: 'Refused', status, detail: 'In the server’s words.', code, requestId: 'r' })

  it('is told in the server’s own words on an English page, and by its code elsewhere', () => {
    const german = wordsIn('de', 'problems')
    expect(sayProblem(refusal('sign_in_failed', 401), wordsIn('en', 'problems'))).toBe('In the server’s words.')
    expect(sayProblem(refusal('sign_in_failed', 401), german)).toBe(
      'E-Mail-Adresse und Passwort passen nicht zusammen.',
    )
    expect(sayProblem(refusal('credential_missing', 401), german)).toBe('Du bist nicht mehr angemeldet.')
    expect(sayProblem(refusal('not_known_yet', 418), german)).toBe('Der Server hat das abgelehnt.')
  })

  it('is no answer at all where there is no network, and nothing for a person where the fault is ours', () => {
    expect(sayProblem(new UnreachableError(), wordsIn('fr', 'problems'))).toMatch(/^Le serveur est injoignable/)
    expect(sayProblem(new TypeError('x is undefined'), wordsIn('en', 'problems'))).toBeUndefined()
  })
})
