import { type Bar, BarList } from '@/components/charts/bar-list'
import type { ChartKind, Drawing, Drawn } from '@/components/entries/charts/drawn'
import type { EntrySummary } from '@/lib/entry-summary/schema'

function barsOf(
  kind: ChartKind,
  name: string,
  bars: Bar[],
  { c, format, percent, summary: { total } }: Drawing,
): Drawn {
  const caption = c(kind)
  const share = (value: number) => percent(total === 0 ? 0 : value / total)
  return {
    kind,
    table: {
      caption,
      head: [name, c('entries'), c('share')],
      rows: bars.map(({ id, name, value, onSelect }) => ({
        id,
        name,
        values: [format(value), share(value)],
        onSelect,
      })),
    },
    chart: <BarList label={caption} bars={bars} format={format} />,
  }
}

/** What a list leaves out, as its last bar. Its id is nobody's: theirs are printable. */
function othersBar(others: EntrySummary['otherStores'], { c }: Drawing): Bar[] {
  if (!others) return []
  const { places, count } = others
  return [{ id: '\n', name: c('others', { count: places }), value: count }]
}

/** The stores compared, the busiest first. */
export function storesChart(drawing: Drawing): Drawn {
  const { summary, filters, t } = drawing
  const names = new Map(filters.view.stores.map((store) => [store.destinationId, store.name]))
  const bars = summary.byStore.map(({ destinationId, count }) => ({
    id: destinationId ?? '',
    name: destinationId === null ? t('noStore') : (names.get(destinationId) ?? destinationId),
    value: count,
    onSelect: destinationId === null ? undefined : () => filters.chooseStore(destinationId),
  }))
  return barsOf('stores', t('store'), [...bars, ...othersBar(summary.otherStores, drawing)], drawing)
}

/** The zones compared. */
export function zonesChart(drawing: Drawing): Drawn {
  const { summary, filters, t } = drawing
  const bars = summary.byZone.map(({ zoneId, zoneName, count }) => ({
    id: zoneId,
    name: zoneName,
    value: count,
    onSelect: () => filters.chooseMore({ zone: zoneId }),
  }))
  return barsOf('zones', t('zone'), [...bars, ...othersBar(summary.otherZones, drawing)], drawing)
}
