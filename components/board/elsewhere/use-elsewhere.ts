'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTelling } from '@/components/board/actions/use-telling'
import { deviceSettings, useMutedSeconds } from '@/components/board/alerting/device-settings'
import { soundBox, useSound } from '@/components/board/alerting/sound-box'
import { useStoreZone } from '@/components/board/board-context'
import { useClock } from '@/components/board/live/server-clock'
import { conflictWords } from '@/components/board/timeline/deed'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { asShownActing } from '@/components/tablets/pins/shown-acting'
import { showToast } from '@/components/ui/toast'
import { actOnOrder } from '@/lib/actions/queries'
import { elsewhereTone } from '@/lib/alerting/model'
import { boardKeys, type StoreRef } from '@/lib/board/queries'
import type { Board } from '@/lib/board/schema'
import { elsewhereQuery, withoutWaiting } from '@/lib/escalations/queries'
import type { RingingStore } from '@/lib/escalations/schema'
import { changeInConflict } from '@/lib/timeline/queries'

const nowhere: RingingStore[] = []
const quietForMs = 5 * 60_000
// Softly: their own store rings every two seconds.
const repeatMs = 15_000

/** The other stores of the project where somebody rings now. */
export function useElsewhere(store: StoreRef): RingingStore[] {
  const { data } = useQuery(elsewhereQuery(store))
  return data ?? nowhere
}

type Asked = { atMs: number; onPageMs: number }

// By whichever has come further: the clock may be set back, and the page's own time stand still while the device sleeps.
const isQuiet = (asked: Asked | undefined) =>
  asked !== undefined && Math.max(Date.now() - asked.atMs, performance.now() - asked.onPageMs) < quietForMs

/** Those that need help from here, but for the ones that somebody wanted quiet for five minutes. */
export function useEscalated(stores: RingingStore[]) {
  const [quiet, setQuiet] = useState<Record<string, Asked>>({})
  // Looked at with the board's clock, each second.
  const loud = useClock(() =>
    JSON.stringify(
      stores
        .filter(({ escalation, destinationId }) => escalation && !isQuiet(quiet[destinationId]))
        .map(({ destinationId }) => destinationId),
    ),
  )
  const escalated = stores.filter(({ destinationId }) => (JSON.parse(loud) as string[]).includes(destinationId))
  const quieten = (destinationId: string) =>
    setQuiet((before) => ({ ...before, [destinationId]: { atMs: Date.now(), onPageMs: performance.now() } }))
  return { escalated, quieten }
}

async function repeatUntil(calledOff: AbortSignal): Promise<void> {
  if (calledOff.aborted) return
  const sound = () => soundBox.play(elsewhereTone, deviceSettings().volume)
  sound()
  const timer = setInterval(sound, repeatMs)
  await new Promise<void>((resolve) => calledOff.addEventListener('abort', () => resolve(), { once: true }))
  clearInterval(timer)
}

/** A soft tone while another store needs help, in one tab of the browser; an arrival at this store comes first. */
export function useElsewhereTone(isWanted: boolean): void {
  const sound = useSound()
  const isMuted = useMutedSeconds() > 0
  const shouldSound = isWanted && sound === 'on' && !isMuted
  useEffect(() => {
    if (!shouldSound) return
    const given = new AbortController()
    const { signal } = given
    const locks: LockManager | undefined = navigator.locks
    const sounding = locks
      ? locks.request('baycall-elsewhere', { signal }, () => repeatUntil(signal))
      : repeatUntil(signal)
    // Given up while waiting for another tab.
    sounding.catch(() => {})
    return () => given.abort()
  }, [shouldSound])
}

/** `unnamed`: what the customer is called where other rules hide by now than by which `name` was shown. */
type Waiting = {
  projectId: string
  serviceId: string
  name: string
  unnamed: string
  maskedBy: string
  storeName: string
}

/** Acknowledges an arrival at another store; whoever was faster there is named. */
export function useAcknowledgeElsewhere(store: StoreRef) {
  const t = useWords('elsewhere')
  // The times of the board where they are read.
  const telling = useTelling(useStoreZone())
  const queryClient = useQueryClient()
  const { queryKey } = elsewhereQuery(store)
  const forget = ({ serviceId }: Waiting) =>
    queryClient.setQueryData<RingingStore[]>(queryKey, (stores) => stores && withoutWaiting(stores, serviceId))
  // Whose board it is no longer reads no name (refused-board.tsx).
  const isTheirs = () => queryClient.getQueryData(queryKey) !== undefined
  const whoIs = ({ name, unnamed, maskedBy }: Waiting) =>
    queryClient.getQueryData<Board>(boardKeys.store(store))?.maskedBy === maskedBy ? name : unnamed
  return useMutation({
    mutationFn: (waiting: Waiting) => actOnOrder(waiting, { action: 'acknowledge' }, asShownActing()),
    onSuccess: (_, waiting) => {
      if (!isTheirs()) return
      forget(waiting)
      showToast({ tone: 'good', title: t('acknowledged', { who: whoIs(waiting), store: waiting.storeName }) })
    },
    onError: (error, waiting) => {
      if (!isTheirs()) return
      const last = changeInConflict(error)
      const detail = last ? conflictWords(last, telling) : sayProblem(error, telling.problems)
      showToast({ tone: 'bad', title: t('notAcknowledged', { who: whoIs(waiting), store: waiting.storeName }), detail })
    },
  })
}
