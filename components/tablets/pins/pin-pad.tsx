'use client'

import { Delete } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import type { Words } from '@/components/language/translator'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import type { PressEvent } from '@/components/ui/plain-button'
import { useTurn } from '@/components/ui/use-turn'
import { ApiError } from '@/lib/http/client'
import { pinLength } from '@/lib/pins/model'
import { enterPin } from '@/lib/pins/queries'
import type { Acting } from '@/lib/pins/schema'

const [shortest, longest] = pinLength
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const leftAfterMs = 60_000
// Behind a time in which no PIN was taken.
const leastMs = 20_000
// A small tablet shows them all below what is said in any language.
const keyClass =
  'min-h-[68px]! text-2xl! font-sign [@media(max-height:640px)]:min-h-[52px]! [@media(max-height:360px)]:min-h-[40px]!'
// A phone on its side has them beside what is asked.
const formClass =
  'mx-auto flex max-w-sm flex-col gap-4 [@media(max-height:600px)]:gap-2 [@media(max-height:520px)_and_(min-width:480px)]:grid [@media(max-height:520px)_and_(min-width:480px)]:max-w-none [@media(max-height:520px)_and_(min-width:480px)]:grid-cols-2 [@media(max-height:520px)_and_(min-width:480px)]:gap-4'

function saidOf(error: unknown, t: Words<'pins'>, problems: Words<'problems'>): string | undefined {
  const problem = error instanceof ApiError ? error.problem : null
  if (problem?.code === 'pin_wrong') return t(problem.reason === 'short' ? 'tooShort' : 'wrong')
  return sayProblem(error, problems)
}

/** `isOfStore`: for what was tried on other tablets, too. */
type Wait = { seconds: number; isOfStore: boolean }

/** For how long no PIN is taken; null where a failure is another. */
function waitOf(error: unknown): Wait | null {
  const problem = error instanceof ApiError ? error.problem : null
  if (problem?.code !== 'too_many_requests') return null
  return { seconds: Number(problem.interval ?? 30), isOfStore: problem.reason === 'store' }
}

/** Seconds left of a wait, counted down by the clock: a tablet that slept has waited too. */
function useWait() {
  const [endsAtMs, setEndsAtMs] = useState(0)
  const [isOfStore, setOfStore] = useState(false)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (endsAtMs === 0) return
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000))
      setSeconds(left)
      if (left === 0) setEndsAtMs(0)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAtMs])
  const begin = (wait: Wait) => {
    setSeconds(wait.seconds)
    setOfStore(wait.isOfStore)
    setEndsAtMs(Date.now() + wait.seconds * 1000)
  }
  return { seconds, isOfStore, begin }
}

type Press = (typed: string, press: PressEvent) => void
type KeysProps = { pin: string; press: Press; isPending: boolean; isWaiting: boolean }

function Keys({ pin, press, isPending, isWaiting }: KeysProps) {
  const t = useWords('pins')
  const key = { size: 'ring', className: keyClass, isDisabled: isWaiting } as const
  return (
    <div className="grid grid-cols-3 gap-2.5 [@media(max-height:360px)]:gap-1.5">
      {digits.map((digit) => (
        <Button key={digit} {...key} onPress={(by) => press(pin + digit, by)}>
          {digit}
        </Button>
      ))}
      <Button {...key} aria-label={t('erase')} onPress={(by) => press(pin.slice(0, -1), by)}>
        <Delete aria-hidden="true" className="size-7" />
      </Button>
      <Button {...key} onPress={(by) => press(`${pin}0`, by)}>
        0
      </Button>
      <Button {...key} type="submit" tone="kerb" isDisabled={isWaiting || pin.length < shortest} isPending={isPending}>
        {t('ok')}
      </Button>
    </div>
  )
}

const hourS = 60 * 60

/** "30 s", "7:05 min"; of hours in words. */
function sayWait({ seconds, isOfStore }: Wait, t: Words<'pins'>): string {
  if (seconds > hourS) return t(isOfStore ? 'waitStore' : 'waitDay', { hours: Math.ceil(seconds / hourS) })
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
  return t('wait', { time: seconds < 60 ? `${seconds} s` : clock })
}

/** Counts for the eye; what listens is told once. */
function Waiting({ wait }: { wait: Wait }) {
  const t = useWords('pins')
  const [first] = useState(wait)
  return (
    <>
      <span className="sr-only">{sayWait(first, t)}</span>
      <span aria-hidden="true" className="tabular-nums">
        {sayWait(wait, t)}
      </span>
    </>
  )
}

/** `count`: how many things are done in their name then; `about`: of one, whose order it is about. */
type PinPadProps = { count: number; about: string | undefined; onNamed: (acting: Acting) => void; onLeave: () => void }

/** Asks who acts: keys for gloves, and a field for a keyboard, which a tablet's own does not cover. */
export function PinPad({ count, about, onNamed, onLeave }: PinPadProps) {
  const t = useWords('pins')
  const problems = useWords('problems')
  const [pin, setPin] = useState('')
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { take } = useTurn()
  const wait = useWait()
  const isWaiting = wait.seconds > 0
  const [usedAtMs, setUsedAtMs] = useState(() => performance.now())
  const type = (typed: string) => {
    setUsedAtMs(performance.now())
    setFailure(null)
    setPin(typed.replace(/\D/g, '').slice(0, longest))
  }
  // Whoever has walked away wants nothing done in the name of the next one. While no PIN is taken it stays.
  useEffect(() => {
    if (isWaiting || isPending) return
    const leftMs = usedAtMs + leftAfterMs - performance.now()
    const timer = setTimeout(onLeave, Math.max(leftMs, leastMs))
    return () => clearTimeout(timer)
  }, [usedAtMs, isWaiting, isPending, onLeave])
  const formRef = useRef<HTMLFormElement>(null)
  const focusField = () => formRef.current?.querySelector('input')?.focus()
  // After a finger a keyboard goes on where it left off; who goes from key to key stays there.
  const press = (typed: string, { pointerType }: PressEvent) => {
    type(typed)
    if (pointerType !== 'virtual' && pointerType !== 'keyboard') focusField()
  }
  const send = async () => {
    setPending(true)
    try {
      onNamed(await enterPin(pin))
    } catch (error) {
      const told = waitOf(error)
      if (told === null) setFailure(error)
      else wait.begin(told)
      setPin('')
      setPending(false)
      focusField()
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWaiting && pin.length >= shortest) void take(send)
  }
  return (
    <Dialog title={t('who')} isOpen isKeypad onOpenChange={(isOpen) => !isOpen && onLeave()}>
      <form ref={formRef} onSubmit={submit} className={formClass}>
        <div className="flex min-w-0 flex-col gap-4">
          <Field
            label={count > 1 ? t('whoForText', { count }) : about ? t('whoAboutText', { who: about }) : t('whoText')}
            aria-label={t('pin')}
            type="password"
            inputMode="none"
            autoComplete="off"
            autoFocus
            isReadOnly={isWaiting}
            value={pin}
            onChange={type}
            inputClassName="min-h-[64px]! text-center text-3xl! tracking-[0.4em] [@media(max-height:640px)]:min-h-[52px]!"
          />
          <p role="alert" className="min-h-6 font-semibold text-over">
            {isWaiting ? <Waiting wait={wait} /> : failure !== null && saidOf(failure, t, problems)}
          </p>
        </div>
        <Keys pin={pin} press={press} isPending={isPending} isWaiting={isWaiting} />
      </form>
    </Dialog>
  )
}
