'use client'

import clsx from 'clsx'
import { CircleUserRound } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useWords } from '@/components/language/language-provider'
import { askPin, leavePin, onPinAsked, pinAsked } from '@/components/tablets/pins/ask-pin'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { findActing, leaveActing } from '@/lib/pins/queries'
import type { Acting } from '@/lib/pins/schema'

const PinPad = onDemand(() => import('@/components/tablets/pins/pin-pad').then((m) => m.PinPad))

const nobody: Acting = { name: null, seconds: 0 }

/** Who is named on this tablet. Each action names them for longer, which the server knows: it is asked once their time is up. */
function useActing() {
  const [acting, setActing] = useState(nobody)
  const look = useCallback(() => {
    findActing().then(setActing, () => setActing(nobody))
  }, [])
  useEffect(look, [look])
  useEffect(() => {
    if (acting.name === null) return
    const timer = setTimeout(look, acting.seconds * 1000)
    return () => clearTimeout(timer)
  }, [acting, look])
  return { acting, setActing }
}

const nothing = () => {}

// A phone has no room beside it: there it is the screen's own lower edge, and lies in the middle of nobody's details.
const docked =
  'max-sm:order-last max-sm:-mx-3 max-sm:-mb-3 max-sm:max-w-none max-sm:self-stretch max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0'

/** "Sam · not you?": who acts on this tablet, and the pad for the next one's PIN. */
export function ActingPerson() {
  const t = useWords('pins')
  const { acting, setActing } = useActing()
  // What waits for a PIN is of this board: one that is drawn anew asks for nothing of before.
  useEffect(() => leavePin, [])
  const asked = useSyncExternalStore(onPinAsked, pinAsked, () => null)
  const leave = () => {
    setActing(nobody)
    // Where the server can't be told, its own clock soon does.
    leaveActing().catch(nothing)
    askPin(nothing)
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
          onNamed={(named) => {
            setActing(named)
            leavePin()
            asked.again()
          }}
          onLeave={leavePin}
        />
      )}
    </>
  )
}
