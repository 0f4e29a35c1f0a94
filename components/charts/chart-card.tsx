'use client'

import clsx from 'clsx/lite'
import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ChartTable, type ChartTableProps } from '@/components/charts/chart-table'
import { useWords } from '@/components/language/language-provider'
import { IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

type ChartCardProps = {
  title: ReactNode
  /** Beside the title: what the chart comes to. */
  aside?: ReactNode
  table: ChartTableProps
  className?: string
  children: ReactNode
}

/** The space of a chart and of its table alike: neither moves what stands below. */
export const chartSpace = 'h-[212px]'

/** A chart on its card, and at a tap its table. Those who hear the page have the table from the first. */
export function ChartCard({ title, aside, table, className, children }: ChartCardProps) {
  const t = useWords('charts')
  const [isTable, setIsTable] = useState(false)
  const Icon = isTable ? ChartColumn : Table2
  return (
    <Card className={clsx('relative flex min-w-0 flex-col gap-2 p-4 pt-2.5', className)}>
      <header className="flex min-h-[42px] items-center gap-1 sm:gap-3">
        <div className="min-w-0 flex-1">{title}</div>
        {aside && <div className="min-w-0 text-end text-sm text-soft">{aside}</div>}
        <IconButton
          tone="quiet"
          label={t(isTable ? 'showChart' : 'showTable', { name: table.caption })}
          onPress={() => setIsTable(!isTable)}
          className="-me-1.5 shrink-0"
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </IconButton>
      </header>
      <div className={chartSpace}>
        {!isTable && children}
        <ChartTable {...table} isUnseen={!isTable} />
      </div>
    </Card>
  )
}
