'use client'

import clsx from 'clsx/lite'
import { useId } from 'react'
import { ChartTip, TipLine } from '@/components/charts/chart-tip'
import { depthOf } from '@/components/charts/scale'
import { type Cell, useCell } from '@/components/charts/use-cell'
import { useWords } from '@/components/language/language-provider'

type HeatMapProps = {
  label: string
  /** The names of the rows, short. */
  rows: string[]
  /** The names of the columns, short; an empty one is left out. */
  columns: string[]
  /** Row by row. */
  values: number[][]
  /** A cell's name in full. */
  nameOf: (cell: Cell) => string
  format: (value: number) => string
  onSelect?: (cell: Cell) => void
}

/** The cell with the largest number, the first of several; null where all are 0. */
export function largestCell(values: number[][]): Cell | null {
  let found: Cell | null = null
  let most = 0
  for (const [row, cells] of values.entries()) {
    for (const [column, value] of cells.entries()) {
      if (value > most) [most, found] = [value, [row, column]]
    }
  }
  return found
}

const isAt = (cell: Cell | null, row: number, column: number) => cell?.[0] === row && cell[1] === column

/**
 * Numbers by two things at once: the deeper the blue, the more. One hue, so that every eye tells them apart; the largest
 * has a ring.
 */
export function HeatMap({ label, rows, columns, values, nameOf, format, onSelect }: HeatMapProps) {
  const t = useWords('charts')
  const hintId = useId()
  const largest = largestCell(values)
  const most = largest ? (values[largest[0]]?.[largest[1]] ?? 0) : 0
  const { cell, handlers } = useCell({ rows: rows.length, columns: columns.length, start: largest ?? [0, 0], onSelect })
  const [row, column] = cell ?? largest ?? [0, 0]
  const value = format(values[row]?.[column] ?? 0)
  const places = columns.map((name, place) => ({ name, place }))
  return (
    <div dir="ltr" className="flex h-full min-h-0 flex-1 flex-col justify-end select-none">
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={onSelect && hintId}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={rows.length * columns.length - 1}
        aria-valuenow={row * columns.length + column}
        aria-valuetext={`${nameOf([row, column])}: ${value}`}
        className="relative grid flex-1 gap-[2px] rounded-[4px] focus-visible:outline-offset-4 sm:gap-[3px]"
        style={{
          gridTemplateColumns: `max-content repeat(${columns.length}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${rows.length}, minmax(0, 1fr)) auto`,
          cursor: onSelect ? 'pointer' : 'default',
        }}
        {...handlers}
      >
        {rows.map((name, r) => (
          <Row key={name} name={name}>
            {places.map(({ place: c }) => (
              <span
                key={c}
                data-cell={`${r} ${c}`}
                className={clsx(
                  'rounded-[3px]',
                  isAt(largest, r, c) && 'ring-2 ring-ink',
                  isAt(cell, r, c) && 'outline-2 outline-offset-1 outline-ink',
                )}
                style={{ background: colourOf(values[r]?.[c] ?? 0, most) }}
              />
            ))}
          </Row>
        ))}
        <span />
        {places.map(({ name, place }) => (
          <span
            key={place}
            aria-hidden="true"
            className="h-5 overflow-visible pt-1 text-[12px] leading-4 whitespace-nowrap text-soft"
          >
            {name}
          </span>
        ))}
        {cell && (
          <div className="pointer-events-none absolute inset-x-0" style={{ top: `${(86 * cell[0]) / rows.length}%` }}>
            <ChartTip at={(cell[1] + 0.5) / columns.length}>
              <TipLine label={nameOf(cell)} value={value} />
            </ChartTip>
          </div>
        )}
      </div>
      {onSelect && (
        <p id={hintId} className="sr-only">
          {t('cellsHint')}
        </p>
      )}
    </div>
  )
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="flex items-center pe-1.5 text-[12px] leading-none text-soft">
        {name}
      </span>
      {children}
    </>
  )
}

function colourOf(value: number, most: number): string {
  const depth = depthOf(value, most)
  return depth === 0 ? 'var(--color-ground)' : `color-mix(in oklab, var(--color-way) ${depth}%, var(--color-card))`
}
