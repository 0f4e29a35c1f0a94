'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { showToast } from '@/components/ui/toast'

type Waiting = () => Promise<unknown>
const waiting = new Set<Waiting>()
const failed = new Set<Waiting>()
const longestPauseMs = 60_000

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 4_000 }) : setTimeout(work, 1_000)

let settle = () => {}
const settled = new Promise<void>((resolve) => {
  settle = resolve
})

/** Loads what is shown on demand once the page has settled: it then opens at once, and without a network too. */
export function usePreloading(): void {
  useEffect(() => {
    const loadNext = () => {
      const [next] = waiting
      if (!next) return
      waiting.delete(next)
      // What could not be loaded now is loaded when it is asked for, or when the network is back.
      void next()
        .catch(() => failed.add(next))
        .then(() => whenIdle(loadNext))
    }
    // After the window's own loading: the first sight of the board waits for nothing that nobody has asked for.
    const begin = () =>
      whenIdle(() => {
        settle()
        loadNext()
      })
    const again = () => {
      for (const one of failed) waiting.add(one)
      failed.clear()
      loadNext()
    }
    window.addEventListener('online', again)
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => {
      window.removeEventListener('online', again)
      window.removeEventListener('load', begin)
    }
  }, [])
}

/** Code that comes when it is first asked for, or before that when the page is idle. Throws when it cannot be had. */
export function codeOnDemand<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | null = null
  const once = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
  waiting.add(once)
  return once
}

/**
 * A component whose code comes when it is first shown, or before that when the page is idle. Not React's `lazy`: what
 * is loaded already must not be shown a moment late. What is there from the first but can wait is loaded, and shown,
 * when the page has settled.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  when: 'at once' | 'when the page has settled' = 'at once',
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const fetchOnce = codeOnDemand(async () => {
    loaded = await load()
  })
  return function OnDemand(props: Props) {
    const t = useWords('ui')
    const problems = useWords('problems')
    const [Shown, show] = useState(() => loaded)
    useEffect(() => {
      if (Shown) return
      let timer: ReturnType<typeof setTimeout> | undefined
      let isGone = false
      const tryFrom = (pauseMs: number) =>
        fetchOnce().then(
          () => isGone || show(() => loaded),
          () => {
            if (isGone) return
            // Told once; a board runs for days, and what calls on it must come in the end.
            if (pauseMs === 1_000) showToast({ tone: 'bad', title: t('notLoaded'), detail: problems('unreachable') })
            timer = setTimeout(tryFrom, pauseMs, Math.min(longestPauseMs, 2 * pauseMs))
          },
        )
      const ready = when === 'at once' ? Promise.resolve() : settled
      ready.then(() => isGone || tryFrom(1_000))
      return () => {
        isGone = true
        clearTimeout(timer)
      }
    }, [Shown, t, problems])
    return Shown && <Shown {...props} />
  }
}
