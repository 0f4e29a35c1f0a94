'use client'

import { useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from 'react'
import { useBoardSettings, useMaskedBy, useStoreZone } from '@/components/board/board-context'
import { nameOf } from '@/components/board/row/customer'
import { type Times, useTimes } from '@/components/board/times'
import { useWords } from '@/components/language/language-provider'
import type { Words } from '@/components/language/translator'
import { isNotifying, saysItNotifies } from '@/components/layout/close-notifications'
import type { BoardOrder } from '@/lib/board/schema'
import { type ChosenFace, faceOf } from '@/lib/board/ticket-face'
import { hidesNothing } from '@/lib/privacy/model'

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function useIsHidden(): boolean {
  return useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'hidden',
    () => false,
  )
}

type Notice = { title: string; options: NotificationOptions & { data: { path: string; maskedBy: string } } }

/** Name, bay and since when; a time stays true for as long as the notification stands, a count of minutes does not. */
type NoticeOf = { maskedBy: string; timeZone: string; ticketFace: ChosenFace; t: Words<'board'>; times: Times }

function wordsOf(order: BoardOrder, { maskedBy, timeZone, ticketFace, t, times }: NoticeOf): Notice {
  const { bay } = faceOf(order.hsFields, ticketFace)
  const time = times.timeOfDay(order.arrivedAt ?? order.createdAt, timeZone)
  return {
    title: t('notifyTitle', { who: nameOf(order, t) }),
    options: {
      body: bay ? t('notifyBodyInBay', { bay, time }) : t('notifyBody', { time }),
      // The same arrival in two tabs is one notification, and what a page says takes the place of what others said before.
      tag: order.serviceId,
      icon: '/icons/icon-192.png',
      requireInteraction: true,
      data: { path: window.location.pathname, maskedBy },
    },
  }
}

/**
 * On Android a page's own constructor throws: only the service worker may notify, and it takes the tap (public/sw.js). The
 * answer closes it.
 */
function showByWorker({ title, options }: Notice): () => void {
  // On a device's first visit it is still being installed.
  let active: ServiceWorker | null = null
  const shown = navigator.serviceWorker?.ready
    .then((worker) => {
      active = worker.active
      return worker.showNotification(title, options)
    })
    .catch(() => {})
  // The worker closes it, which outlives a page that is left; and again, should it be underway: not what others say by then.
  const close = () => active?.postMessage({ close: options.tag, maskedBy: options.data.maskedBy })
  return () => {
    close()
    void shown?.then(close)
  }
}

/** What stands there of an order. `of`: the order that it was last looked at for, and as what its words are made of was then. */
type Shown = { title: string; body?: string; close: () => void; of?: { order: BoardOrder; made: NoticeOf } }

function show(words: Notice): Shown {
  const { title, options } = words
  const { body = '' } = options
  try {
    const notification = new Notification(title, options)
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
    return { title, body, close: () => notification.close() }
  } catch {
    return { title, body, close: showByWorker(words) }
  }
}

/** Whether what stands there is so still. */
function isStill(shown: Shown, order: BoardOrder, made: NoticeOf): boolean {
  if (shown.of?.order === order && shown.of.made === made) return true
  const { title, options } = wordsOf(order, made)
  // Of what others have left the name alone is looked at.
  if (shown.title !== title || (shown.body ?? options.body) !== options.body) return false
  shown.of = { order, made }
  return true
}

/**
 * What pages that were killed have left: they closed nothing. All are closed where other rules hide by now, and this board's
 * where they ring no more, unless another tab of it lives; the others are this page's from here on, to close by their order's id.
 */
async function takeOver(ringing: BoardOrder[], maskedBy: string, path: string): Promise<Map<string, Shown>> {
  const left = new Map<string, Shown>()
  const hasTwin = await isNotifying(path)
  const worker = await navigator.serviceWorker?.getRegistration()
  // Safari has no such list in a tab.
  if (typeof worker?.getNotifications !== 'function') return left
  const ids = new Set(ringing.map(({ serviceId }) => serviceId))
  for (const notification of await worker.getNotifications()) {
    const { tag, title, data } = notification
    const isLeft = data?.path === path && !hasTwin
    // A tablet has one board.
    const isNobodys = maskedBy !== hidesNothing && data?.path !== path
    if (data?.maskedBy !== maskedBy || isNobodys || (isLeft && !ids.has(tag))) notification.close()
    else if (isLeft) left.set(tag, { title, close: () => notification.close() })
  }
  return left
}

const mayNotify = () => typeof Notification !== 'undefined' && Notification.permission === 'granted'

/** One notification for each arrival that rings while the board is hidden; it goes when the arrival is acknowledged. */
export function Notifications({ ringing }: { ringing: BoardOrder[] }): null {
  const timeZone = useStoreZone()
  const maskedBy = useMaskedBy()
  const { ticketFace } = useBoardSettings()
  const t = useWords('board')
  const times = useTimes()
  const isHidden = useIsHidden()
  const shown = useRef(new Map<string, Shown>())
  // A page that is left is hidden behind that: nothing is shown then.
  const isLeft = useRef(false)
  const made = useMemo(() => ({ maskedBy, timeZone, ticketFace, t, times }), [maskedBy, timeZone, ticketFace, t, times])
  const [taken, noteTaken] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is taken over is looked at as well
  useEffect(() => {
    const open = shown.current
    const shows = isHidden && !isLeft.current && mayNotify()
    if (!shows && open.size === 0) return
    const now = new Map(ringing.map((order) => [order.serviceId, order]))
    for (const [serviceId, one] of open) {
      const order = now.get(serviceId)
      // Where none are shown, those that are out of date go; the others stand until somebody has seen to the arrival.
      if (order && (shows || isStill(one, order, made))) continue
      one.close()
      open.delete(serviceId)
    }
    if (!shows) return
    for (const [serviceId, order] of now) {
      const one = open.get(serviceId)
      // A name that is no longer the order's, as an erased one is not, stands there no longer: what is shown takes its place.
      if (!one || !isStill(one, order, made))
        open.set(serviceId, { ...show(wordsOf(order, made)), of: { order, made } })
    }
  }, [ringing, isHidden, made, taken])
  const first = useRef({ ringing, maskedBy })
  useEffect(() => {
    const open = shown.current
    const { ringing, maskedBy } = first.current
    let isOver = false
    let end = () => {}
    const { pathname } = window.location
    takeOver(ringing, maskedBy, pathname)
      .then((left) => {
        for (const [serviceId, one] of left) {
          if (isOver) one.close()
          else if (!open.has(serviceId)) open.set(serviceId, one)
        }
        if (left.size > 0 && !isOver) noteTaken()
      })
      .catch(() => {})
      .finally(() => {
        if (!isOver) end = saysItNotifies(pathname)
      })
    const closeAll = () => {
      for (const { close } of open.values()) close()
      open.clear()
    }
    // A page that is left for good unmounts nothing, and they would stand there for whoever has the device next.
    const onHide = () => {
      isLeft.current = true
      closeAll()
    }
    const onShow = () => {
      isLeft.current = false
    }
    window.addEventListener('pagehide', onHide)
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('pagehide', onHide)
      window.removeEventListener('pageshow', onShow)
      isOver = true
      end()
      closeAll()
    }
  }, [])
  return null
}
