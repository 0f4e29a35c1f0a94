'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { askOnUnload, guardLeaving } from '@/components/layout/leave-guard'
import { Question } from '@/components/ui/question'

/** The link that a click follows on this page; null when the browser opens something else. */
function linkOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.origin !== window.location.origin) return null
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const path = link.pathname + link.search
  return path === window.location.pathname + window.location.search ? null : path
}

type Traversal = Event & { navigationType: string; destination: { key: string; sameDocument: boolean } }
type Navigation = EventTarget & {
  traverseTo: (key: string) => { committed: Promise<unknown>; finished: Promise<unknown> }
}

/**
 * Asks before the browser's Back or Forward inside the product. The router hears of these first, so only a browser that
 * lets them be refused can be held; any other goes there as it always did.
 */
function guardHistory(ask: (go: () => void) => void): () => void {
  const { navigation } = window as { navigation?: Navigation }
  if (!navigation) return () => {}
  const onNavigate = (event: Event) => {
    const { navigationType, cancelable, destination } = event as Traversal
    // Another document is asked for by the browser itself.
    if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return
    event.preventDefault()
    ask(() => {
      release()
      const { committed, finished } = navigation.traverseTo(destination.key)
      for (const end of [committed, finished]) end.catch(() => {})
    })
  }
  const release = () => navigation.removeEventListener('navigate', onNavigate)
  navigation.addEventListener('navigate', onNavigate)
  return release
}

/** Asks before what stands in a form and is not saved would be lost. */
export function LeaveQuestion({ isDirty }: { isDirty: boolean }) {
  const t = useWords('settings')
  const router = useRouter()
  const [going, setGoing] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!isDirty) return
    const ask = (go: () => void) => setGoing(() => go)
    const onClick = (event: MouseEvent) => {
      const path = linkOf(event)
      if (path === null) return
      event.preventDefault()
      event.stopPropagation()
      ask(() => router.push(path))
    }
    const release = guardLeaving(ask)
    const releaseHistory = guardHistory(ask)
    document.addEventListener('click', onClick, { capture: true })
    const releaseUnload = askOnUnload()
    return () => {
      release()
      releaseHistory()
      document.removeEventListener('click', onClick, { capture: true })
      releaseUnload()
    }
  }, [isDirty, router])
  const stay = () => setGoing(null)
  return (
    going && (
      <Question
        title={t('leaveTitle')}
        text={t('leaveText')}
        yes={t('leave')}
        no={t('stay')}
        isPending={false}
        onYes={() => {
          stay()
          going()
        }}
        onNo={stay}
      />
    )
  )
}
