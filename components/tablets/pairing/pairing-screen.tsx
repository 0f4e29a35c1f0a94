'use client'

import { LoaderCircle, TriangleAlert, WifiOff } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { closeLeftNotifications } from '@/components/layout/close-notifications'
import { forgetViewer } from '@/components/layout/use-same-viewer'
import { gettingCode, type Pairing, waitToBePaired } from '@/components/tablets/pairing/pairing-loop'
import { QrCode } from '@/components/tablets/pairing/qr-code'
import { Button } from '@/components/ui/button'

/** The pairing as it goes, and the way to begin anew after a refusal. */
function usePairing() {
  const [turn, setTurn] = useState(0)
  const [pairing, setPairing] = useState(gettingCode)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn begins anew
  useEffect(() => {
    const ending = new AbortController()
    const tell = (change: Partial<Pairing>) => {
      if (ending.signal.aborted) return
      setPairing((before) => ({ ...before, ...change }))
      // A whole new page, as what the tablet is now.
      if (change.status === 'paired') window.location.assign('/board')
    }
    setPairing(gettingCode)
    // Nor does Back bring what the tablet showed while it was paired.
    forgetViewer()
    void closeLeftNotifications()
    void waitToBePaired(tell, ending.signal)
    return () => ending.abort()
  }, [turn])
  return { pairing, again: () => setTurn((before) => before + 1) }
}

function useClockTo(endsAtMs: number): string {
  const [nowMs, setNowMs] = useState(0)
  useEffect(() => {
    const tick = () => setNowMs(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((endsAtMs - (nowMs || endsAtMs)) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function Code({ code }: { code: string }) {
  const t = useWords('pairing')
  return (
    <p
      data-user-code={code}
      className="border-x-[6px] border-t-[6px] border-paint px-[min(1rem,4vw)] pt-4 pb-2 text-center sm:px-8"
    >
      <span className="sr-only">
        {t('code')}: {[...code].join(' ')}
      </span>
      <span
        aria-hidden="true"
        className="font-sign text-[min(13.5vw,8.5rem)] leading-none font-bold tracking-[0.06em] whitespace-nowrap lg:text-[min(8vw,8.5rem)]"
      >
        {code}
      </span>
    </p>
  )
}

/** To be typed elsewhere: broken between its words where it is too long for a line, and within one only if that is. */
function Address({ address }: { address: string }) {
  const parts = address.replace(/[^/:]\/|\w(?=[.:-](?!\/))/g, '$&\n').split('\n')
  return (
    <strong className="font-semibold wrap-anywhere">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address, in its order
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </strong>
  )
}

function Steps({ address }: { address: string }) {
  const t = useWords('pairing')
  const steps = [t.rich('step1', { address, b: () => <Address address={address} /> }), t('step2'), t('step3')]
  return (
    <ol className="flex flex-col gap-3.5 text-lg">
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three steps, always these
        <li key={at} className="flex gap-3.5">
          <span
            aria-hidden="true"
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-asphalt font-sign text-xl font-bold text-paint"
          >
            {at + 1}
          </span>
          <span className="min-w-0 pt-0.5">{step}</span>
        </li>
      ))}
    </ol>
  )
}

function Trouble({ trouble }: { trouble: Pairing['trouble'] }) {
  const t = useWords('pairing')
  const Icon = trouble === 'offline' ? WifiOff : TriangleAlert
  return (
    <div role="status" className={trouble ? '' : 'sr-only'}>
      {trouble && (
        <p className="flex items-center gap-3 rounded-control bg-due-tint px-4 py-3 font-medium text-ink">
          <Icon aria-hidden="true" className="size-6 shrink-0 text-due" />
          {t(trouble)}
        </p>
      )}
    </div>
  )
}

function Denied({ again }: { again: () => void }) {
  const t = useWords('pairing')
  return (
    <div role="alert" className="flex flex-col items-start gap-4 rounded-card border-2 border-over bg-over-tint p-5">
      <p>
        <strong className="block text-xl">{t('denied')}</strong>
        {t('deniedText')}
      </p>
      <Button tone="ink" size="board" onPress={again}>
        {t('newCode')}
      </Button>
    </div>
  )
}

/** What a tablet shows until a manager has paired it: its code, where that is entered, and how long it is good for. */
export function PairingScreen() {
  const t = useWords('pairing')
  const { pairing, again } = usePairing()
  const { status, code, address, completeAddress, endsAtMs, trouble } = pairing
  const clock = useClockTo(endsAtMs)
  if (status === 'denied') return <Denied again={again} />
  return (
    <div className="flex flex-col gap-7">
      <div className="on-asphalt flex min-h-[13rem] flex-col items-center justify-center gap-4 rounded-card px-3 pt-7 pb-5">
        {code ? (
          <Code code={code} />
        ) : (
          <p role="status" className="flex items-center gap-3 text-lg">
            <LoaderCircle aria-hidden="true" className="size-6 animate-spin" />
            {t('getting')}
          </p>
        )}
        {code && (
          <p className="text-paint-soft tabular-nums">{status === 'paired' ? t('paired') : t('newIn', { clock })}</p>
        )}
      </div>
      <Trouble trouble={trouble} />
      {address && completeAddress && (
        <div className="flex flex-col items-center gap-6 sm:flex-row sm:items-start">
          <QrCode
            text={completeAddress}
            label={t('qr')}
            className="size-48 shrink-0 rounded-control border border-line"
          />
          <Steps address={address} />
        </div>
      )}
    </div>
  )
}
