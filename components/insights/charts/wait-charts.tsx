'use client'

import { ChartCard } from '@/components/charts/chart-card'
import { type Column, ColumnChart } from '@/components/charts/column-chart'
import { useClocks } from '@/components/insights/figures/clocks'
import { useWords } from '@/components/language/language-provider'
import type { InsightsView } from '@/lib/insights/schema'

const titleOf = (title: string) => <h2 className="font-sign text-xl leading-7 font-bold">{title}</h2>

/** How many waited how long. */
export function DistributionChart({ view }: { view: InsightsView }) {
  const t = useWords('insights')
  const { clock, count } = useClocks()
  const { stepSeconds, counts } = view.distribution
  const isLast = (at: number) => at === counts.length - 1
  const columns = counts.map((value, at) => ({
    id: String(at),
    name: isLast(at)
      ? t('andLonger', { from: clock(at * stepSeconds) })
      : t('fromTo', { from: clock(at * stepSeconds), to: clock((at + 1) * stepSeconds) }),
    value,
  }))
  return (
    <ChartCard
      title={titleOf(t('distribution'))}
      className="lg:col-span-2"
      table={{
        caption: t('distribution'),
        head: [t('wait'), t('orders')],
        rows: columns.map(({ id, name, value }) => ({ id, name, values: [count(value)] })),
      }}
    >
      <ColumnChart
        label={t('distribution')}
        columns={columns}
        ticks={columns.map((_, at) => ({ index: at, label: clock(at * stepSeconds) }))}
        format={count}
      />
    </ChartCard>
  )
}

type Figures = InsightsView['hours'][number]
type OverProps = {
  title: string
  head: string
  names: { name: string; tick: string }[]
  figures: Figures[]
  goal: number | null
}

function WaitsOver({ title, head, names, figures, goal }: OverProps) {
  const t = useWords('insights')
  const { clock, share, count } = useClocks()
  const columns: Column[] = names.map(({ name }, at) => ({ id: name, name, value: minutesOf(figures[at]?.wait.p50) }))
  return (
    <ChartCard
      title={titleOf(title)}
      table={{
        caption: title,
        head: [head, t('halfShort'), t('sevenShort'), t('nineShort'), t('underGoal'), t('orders')],
        rows: names.map(({ name }, at) => {
          const { wait, underGoalShare = null } = figures[at] ?? {}
          const told = [
            clock(wait?.p50 ?? null),
            clock(wait?.p70 ?? null),
            clock(wait?.p90 ?? null),
            share(underGoalShare),
            count(wait?.count ?? 0),
          ]
          return { id: name, name, values: told }
        }),
      }}
    >
      <ColumnChart
        label={title}
        columns={columns}
        ticks={names.map(({ tick }, index) => ({ index, label: tick }))}
        format={(minutes) => clock(minutes * 60)}
        areWhole={false}
        goal={goal === null ? undefined : { value: goal / 60, label: t('goal', { goal: clock(goal) }) }}
      />
    </ChartCard>
  )
}

// An axis of round minutes.
const minutesOf = (seconds: number | null | undefined) => (seconds == null ? null : seconds / 60)

const two = (hour: number) => String(hour % 24).padStart(2, '0')

/** When customers wait the longest: by the hour of their arrival, and by the day of the week. */
export function WhenCharts({ view }: { view: InsightsView }) {
  const t = useWords('insights')
  const dates = useWords('entries')
  const goals = new Set(view.stores.map((store) => store.goalSeconds))
  const goal = goals.size === 1 ? (view.stores[0]?.goalSeconds ?? null) : null
  const hours = view.hours.map((_, hour) => ({ name: `${two(hour)}:00–${two(hour + 1)}:00`, tick: two(hour) }))
  const [long, short] = [dates('weekdays').split(','), dates('weekdaysShort').split(',')]
  const weekdays = view.weekdays.map((_, at) => {
    return { name: long[(at + 1) % 7] ?? '', tick: short[(at + 1) % 7] ?? '' }
  })
  return (
    <>
      <WaitsOver title={t('byHour')} head={t('hour')} names={hours} figures={view.hours} goal={goal} />
      <WaitsOver title={t('byWeekday')} head={t('weekday')} names={weekdays} figures={view.weekdays} goal={goal} />
    </>
  )
}
