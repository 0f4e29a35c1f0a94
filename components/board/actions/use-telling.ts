'use client'

import type { Telling } from '@/components/board/actions/messages'
import { useTimes } from '@/components/board/times'
import { useWords } from '@/components/language/language-provider'

/** What the board needs to tell how an action went. */
export function useTelling(timeZone: string): Telling {
  return {
    t: useWords('board'),
    timeline: useWords('timeline'),
    problems: useWords('problems'),
    times: useTimes(),
    timeZone,
  }
}
