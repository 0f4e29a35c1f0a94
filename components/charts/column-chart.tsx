'use client'

import { useId, useRef } from 'react'
import { ChartTip, TipLine } from '@/components/charts/chart-tip'
import { ColumnTicks, type Tick } from '@/components/charts/column-ticks'
import { roundTicks } from '@/components/charts/scale'
import { type Span, useSpan } from '@/components/charts/use-span'
import { useWidth } from '@/components/charts/use-width'
import { useWords } from '@/components/language/language-provider'

/** A column: what it is called in full, and its number; null where nothing was measured. */
export type Column = { id: string; name: string; value: number | null }

type ColumnChartProps = {
  /** What the chart is about. */
  label: string
  columns: Column[]
  /** Labels of the axis, each under the middle of its column; those without room are left out. */
  ticks: Tick[]
  /** A number as it is read, short on the axis and in full elsewhere. */
  format: (value: number, isAxis: boolean) => string
  /** What several columns come to, for who draws over them; the sum where it is not told. */
  nameOf?: (span: Span) => string
  /** A line across that columns are held against. */
  goal?: { value: number; label: string }
  areWhole?: boolean
  /** A column, or all from one to another, were chosen. */
  onSelect?: (span: Span) => void
}

const height = 176
const top = 14

const sumOf = (columns: Column[]) => columns.reduce((sum, { value }) => sum + (value ?? 0), 0)

/** Numbers over time, as columns to point at, choose, and draw over. Time runs to the right in every language. */
export function ColumnChart(props: ColumnChartProps) {
  const { label, columns, ticks, format, nameOf, goal, areWhole = true, onSelect } = props
  const t = useWords('charts')
  const hintId = useId()
  const ref = useRef<HTMLDivElement>(null)
  const width = useWidth(ref)
  const { span, isDrawing, handlers } = useSpan({ count: columns.length, onSelect })
  const levels = roundTicks(Math.max(goal?.value ?? 0, ...columns.map(({ value }) => value ?? 0)), { areWhole })
  const most = levels.at(-1) ?? 1
  // Beside the columns, as wide as the longest number of the axis.
  const gutter = 12 + 6.5 * Math.max(...levels.map((level) => format(level, true).length))
  const yOf = (value: number) => height - ((height - top) * value) / most
  const spoken = (of: Span) => {
    const [first, last] = [columns[of[0]], columns[of[1]]]
    if (!first || !last) return { name: '', value: '' }
    if (first === last)
      return { name: first.name, value: first.value === null ? t('none') : format(first.value, false) }
    const name = nameOf?.(of) ?? t('span', { from: first.name, to: last.name })
    return { name, value: areWhole ? format(sumOf(columns.slice(of[0], of[1] + 1)), false) : '' }
  }
  const now = spoken(span ?? [columns.length - 1, columns.length - 1])
  return (
    <div dir="ltr" className="flex h-full flex-col justify-end select-none" style={{ paddingLeft: gutter }}>
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={onSelect && hintId}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, columns.length - 1)}
        aria-valuenow={span?.[1] ?? Math.max(0, columns.length - 1)}
        aria-valuetext={`${now.name}: ${now.value}`}
        className="relative touch-pan-y rounded-[4px] focus-visible:outline-offset-4"
        style={{ height, cursor: onSelect ? 'pointer' : 'default' }}
        {...handlers}
      >
        <svg aria-hidden="true" width={width} height={height} className="absolute inset-0 overflow-visible">
          <Levels levels={levels} yOf={yOf} width={width} format={format} />
          {width > 0 && <Columns columns={columns} width={width} yOf={yOf} span={span} />}
          {goal && <Goal {...goal} y={yOf(goal.value)} width={width} />}
          {span && isDrawing && <Drawn span={span} band={width / columns.length} />}
        </svg>
        {span && (
          <ChartTip at={(span[0] + span[1] + 1) / 2 / columns.length}>
            <TipLine label={now.name} value={now.value} />
          </ChartTip>
        )}
      </div>
      {onSelect && (
        <p id={hintId} className="sr-only">
          {t('columnsHint')}
        </p>
      )}
      <ColumnTicks ticks={ticks} count={columns.length} width={width} />
    </div>
  )
}

type Levelled = { levels: number[]; yOf: (value: number) => number; width: number; format: ColumnChartProps['format'] }

function Levels({ levels, yOf, width, format }: Levelled) {
  return levels.map((level) => (
    <g key={level}>
      <line
        x1={0}
        x2={width}
        y1={Math.round(yOf(level)) - 0.5}
        y2={Math.round(yOf(level)) - 0.5}
        stroke={level === 0 ? 'var(--color-edge)' : 'var(--color-line)'}
      />
      <text x={-8} y={Math.round(yOf(level)) + 3.5} textAnchor="end" className="fill-soft text-[12px]">
        {format(level, true)}
      </text>
    </g>
  ))
}

type Drawing = { columns: Column[]; width: number; yOf: (value: number) => number; span: Span | null }

function Columns({ columns, width, yOf, span }: Drawing) {
  const band = width / columns.length
  const gap = band < 2.5 ? 0 : Math.min(6, band * 0.2)
  return columns.map(({ id, value }, place) => {
    if (!value) return null
    const isFar = span !== null && (place < span[0] || place > span[1])
    // What is there at all is seen.
    const tall = Math.max(2, yOf(0) - yOf(value))
    const wide = Math.max(1, Math.min(band - gap, 56))
    return (
      <rect
        key={id}
        x={place * band + (band - wide) / 2}
        y={yOf(0) - tall}
        width={wide}
        height={tall}
        rx={Math.min(3, wide / 2, tall / 3)}
        fill="var(--color-way)"
        opacity={isFar ? 0.42 : 0.88}
      />
    )
  })
}

function Drawn({ span: [first, last], band }: { span: Span; band: number }) {
  const [x, wide] = [first * band, (last - first + 1) * band]
  return (
    <g>
      <rect x={x} y={0} width={wide} height={height} fill="var(--color-way)" opacity={0.14} />
      <rect x={x} y={0} width={1.5} height={height} fill="var(--color-way)" />
      <rect x={x + wide - 1.5} y={0} width={1.5} height={height} fill="var(--color-way)" />
    </g>
  )
}

function Goal({ y, label, width }: { y: number; label: string; width: number }) {
  return (
    <g>
      <line x1={0} x2={width} y1={y} y2={y} stroke="var(--color-ink)" strokeDasharray="2 4" />
      <text
        x={width}
        y={y - 4}
        textAnchor="end"
        className="fill-ink text-[11px] font-semibold"
        stroke="var(--color-card)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {label}
      </text>
    </g>
  )
}
