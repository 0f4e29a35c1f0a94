import { describe, expect, it } from 'vitest'
import { mergeMetrics } from '@/scripts/server/metrics-exchange.mjs'

const metric = (name: string, ...series: string[]) => [`# HELP ${name} What it is`, `# TYPE ${name} gauge`, ...series]
const text = (...metrics: string[][]) => `${metrics.map((lines) => lines.join('\n')).join('\n\n')}\n`

describe('the metrics of several processes', () => {
  it('are each described once, with the series of all', () => {
    const one = text(metric('boards', 'boards{worker="1"} 3'), metric('delay', 'delay{worker="1"} NaN'))
    const two = text(metric('boards', 'boards{worker="2"} 4'))
    expect(mergeMetrics([one, two])).toBe(
      text(metric('boards', 'boards{worker="1"} 3', 'boards{worker="2"} 4'), metric('delay', 'delay{worker="1"} NaN')),
    )
  })

  it('are those of the one that answered when the others did not', () => {
    const one = text(metric('boards', 'boards{worker="1"} 3'), metric('silent'))
    expect(mergeMetrics([one])).toBe(one)
    expect(mergeMetrics(['', one])).toContain('boards{worker="1"} 3')
  })
})
