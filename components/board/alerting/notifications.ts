'use client'

import { useEffect, useRef, useSyncExternalStore } from 'react'
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

/** What stands there of an order. */
type Shown = { title: string; close: () => void }

function show(words: Notice): Shown {
  const { title } = words
  try {
    const notification = new Notification(title, words.options)
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
    return { title, close: () => notification.close() }
  } catch {
    return { title, close: showByWorker(words) }
  }
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
  useEffect(() => {
    const shows = isHidden && !isLeft.current && mayNotify()
    if (!shows && shown.current.size === 0) return
    const now = new Map(
      ringing.map((order) => [order.serviceId, wordsOf(order, { maskedBy, timeZone, ticketFace, t, times })]),
    )
    for (const [serviceId, { title, close }] of shown.current) {
      const words = now.get(serviceId)
      // A name that is no longer the order's, as an erased one is not, stands there no longer: what is shown takes its place.
      if (words?.title === title || (words && shows)) continue
      close()
      shown.current.delete(serviceId)
    }
    if (!shows) return
    for (const [serviceId, words] of now) {
      if (shown.current.get(serviceId)?.title !== words.title) shown.current.set(serviceId, show(words))
    }
  }, [ringing, isHidden, maskedBy, timeZone, ticketFace, t, times])
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
