'use client'

import type { ReactNode } from 'react'
import { Change } from '@/components/insights/figures/change'
import { useClocks } from '@/components/insights/figures/clocks'
import { useWords } from '@/components/language/language-provider'
import { Card } from '@/components/ui/card'
import type { Spread } from '@/lib/insights/model'
import type { InsightsView } from '@/lib/insights/schema'

/** Of so few, one order moves the figures by much: they say so. */
const fewOrders = 30

type FigureProps = {
  name: string
  value: string
  unit?: string
  /** Of how many orders, where that is another number than the other figures'. */
  of: number | null
  beside?: ReactNode
  children: ReactNode
}

function Figure({ name, value, unit, of, beside, children }: FigureProps) {
  return (
    <Card className="flex min-w-0 flex-col gap-1 p-4">
      <h2 className="text-sm font-semibold text-soft">{name}</h2>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong className="font-sign text-[44px] leading-[46px] font-bold">{value}</strong>
        {unit && <span className="text-sm text-soft">{unit}</span>}
      </p>
      {children}
      {beside}
      {of !== null && (
        <p className="mt-auto pt-1 text-sm text-soft">
          <OfOrders count={of} />
        </p>
      )}
    </Card>
  )
}

function OfOrders({ count }: { count: number }) {
  const t = useWords('insights')
  return `${t('ofOrders', { count })}${count > 0 && count < fewOrders ? ` ${t('few')}` : ''}`
}

const bold = (text: ReactNode) => <strong className="font-semibold">{text}</strong>

type SpreadFigureProps = { name: string; now: Spread; before: Spread; isOfAll: boolean }

function SpreadFigure({ name, now, before, isOfAll }: SpreadFigureProps) {
  const t = useWords('insights')
  const { clock } = useClocks()
  return (
    <Figure
      name={name}
      value={clock(now.p50)}
      unit={t('half')}
      of={isOfAll ? null : now.count}
      beside={
        now.p90 !== null && (
          <div className="text-sm">
            <p>{t.rich('sevenOfTen', { wait: clock(now.p70), b: bold })}</p>
            <p>{t.rich('nineOfTen', { wait: clock(now.p90), b: bold })}</p>
          </div>
        )
      }
    >
      <Change now={now.p50} before={before.p50} kind="seconds" />
    </Figure>
  )
}

/** How these days were, in four figures, and how the days before. */
export function BigFigures({ view }: { view: InsightsView }) {
  const t = useWords('insights')
  const { clock, share } = useClocks()
  const { total, previous } = view
  const goals = [...new Set(view.stores.map((store) => store.goalSeconds))]
  const { wait, acknowledge, handOver } = total
  // Of how many orders is said once where all four are of the same.
  const isOfAll = acknowledge.count === wait.count && handOver.count === wait.count
  return (
    <section aria-label={t('figures')} className="flex flex-col gap-2">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <SpreadFigure name={t('wait')} now={wait} before={previous.wait} isOfAll={isOfAll} />
        <Figure name={t('underGoal')} value={share(total.underGoalShare)} of={isOfAll ? null : wait.count}>
          <Change now={total.underGoalShare} before={previous.underGoalShare} kind="share" />
          <p className="text-sm">
            {goals.length === 1 ? t('goal', { goal: clock(goals[0] ?? null) }) : t('goalOfEach')}
          </p>
        </Figure>
        <SpreadFigure name={t('acknowledge')} now={acknowledge} before={previous.acknowledge} isOfAll={isOfAll} />
        <SpreadFigure name={t('handOver')} now={handOver} before={previous.handOver} isOfAll={isOfAll} />
      </div>
      {isOfAll && (
        <p className="text-sm text-soft">
          {t('each')} <OfOrders count={wait.count} />
        </p>
      )}
    </section>
  )
}

/** What the figures leave out, and why. */
export function Apart({ view }: { view: InsightsView }) {
  const t = useWords('insights')
  const { clock, share } = useClocks()
  const { arrivals, cancelled, open, withoutNotice } = view.total
  return (
    <Card className="flex flex-col gap-2 p-4">
      <h2 className="font-sign text-2xl leading-8 font-bold">{t('apart')}</h2>
      <div className="grid gap-x-8 gap-y-2 lg:grid-cols-2">
        <p className="max-w-prose">
          {t('withoutNotice', { count: withoutNotice.arrivals, share: share(withoutNotice.arrivals / arrivals) })}{' '}
          {withoutNotice.wait.count > 0 &&
            t('withoutNoticeWaits', {
              half: clock(withoutNotice.wait.p50),
              seven: clock(withoutNotice.wait.p70),
              nine: clock(withoutNotice.wait.p90),
            })}
        </p>
        <p className="max-w-prose text-soft">{t('withoutNoticeWhy')}</p>
      </div>
      {cancelled + open > 0 && <p className="max-w-prose text-soft">{t('notHandedOver', { cancelled, open })}</p>}
    </Card>
  )
}
