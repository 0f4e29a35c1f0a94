'use client'

import clsx from 'clsx/lite'
import { CircleUserRound } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useWords } from '@/components/language/language-provider'
import { askPin, leavePin, onPinAsked, pinAsked } from '@/components/tablets/pins/ask-pin'
import { asShownActing, sendAlong } from '@/components/tablets/pins/shown-acting'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { actingHeader, nobodyActs } from '@/lib/pins/model'
import { findActing, leaveActing } from '@/lib/pins/queries'
import type { Acting } from '@/lib/pins/schema'

const PinPad = onDemand(() => import('@/components/tablets/pins/pin-pad').then((m) => m.PinPad))

const nobody: Acting = { name: null, seconds: 0, turn: null }

/** Who is named on this tablet. Each action names them for longer, which the server knows: it is asked once their time is up. */
function useActing() {
  const [acting, setShown] = useState(nobody)
  // How often somebody was named, or left, since this is shown; endless once it is shown no longer.
  const changes = useRef(0)
  // What is sent in the same moment is sent as whoever is shown from now on.
  const setActing = useCallback((now: Acting) => {
    if (changes.current === Number.POSITIVE_INFINITY) return
    changes.current += 1
    sendAlong({ [actingHeader]: now.turn ?? nobodyActs })
    setShown(now)
  }, [])
  const look = useCallback(() => {
    const asked = changes.current
    // Somebody may have left, or entered their PIN, while the answer was on its way.
    const answer = (now: Acting) => changes.current === asked && setActing(now)
    findActing().then(answer, () => answer(nobody))
  }, [setActing])
  useEffect(look, [look])
  useEffect(() => {
    changes.current = 0
    return () => {
      changes.current = Number.POSITIVE_INFINITY
      sendAlong({})
    }
  }, [])
  useEffect(() => {
    if (acting.name === null) return
    const timer = setTimeout(look, acting.seconds * 1000)
    return () => clearTimeout(timer)
  }, [acting, look])
  return { acting, setActing, look }
}

// Where the server can't be told, it takes nothing from whoever is shown no longer; a page that is opened anew would show them.
function tellThatTheyLeft(): void {
  if (asShownActing()[actingHeader] !== nobodyActs) return
  leaveActing().catch(() => window.addEventListener('online', tellThatTheyLeft, { once: true }))
}

// A phone has no room beside it: there it is the screen's own lower edge, and lies in the middle of nobody's details.
const docked =
  'max-sm:order-last max-sm:-mx-3 max-sm:-mb-3 max-sm:max-w-none max-sm:self-stretch max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0'

/** "Sam · not you?": who acts on this tablet, and the pad for the next one's PIN. */
export function ActingPerson() {
  const t = useWords('pins')
  const { acting, setActing, look } = useActing()
  // What waits for a PIN is of this board: one that is drawn anew asks for nothing of before.
  useEffect(() => leavePin, [])
  const asked = useSyncExternalStore(onPinAsked, pinAsked, () => null)
  // Asked although somebody is shown: their PIN is worth nothing any more.
  const isWorthless = asked !== null && acting.name !== null
  useEffect(() => {
    if (isWorthless) look()
  }, [isWorthless, look])
  const leave = () => {
    setActing(nobody)
    tellThatTheyLeft()
    askPin()
  }
  return (
    <>
      {acting.name !== null && (
        <Button
          tone="asphalt"
          size="board"
          onPress={leave}
          className={clsx('pointer-events-auto max-w-full border border-edge shadow-float', docked)}
        >
          <CircleUserRound aria-hidden="true" className="size-5 shrink-0" />
          <bdi dir="auto" className="min-w-0 truncate">
            {t('notYou', { name: acting.name })}
          </bdi>
        </Button>
      )}
      {asked && (
        <PinPad
          count={asked.waiting.length}
          about={asked.about}
          onNamed={(named) => {
            setActing(named)
            // Who has put the pad away meanwhile wants nothing done.
            if (pinAsked()?.waiting !== asked.waiting) return
            leavePin()
            for (const again of asked.waiting) again()
          }}
          onLeave={leavePin}
        />
      )}
    </>
  )
}
