import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { auditCsvHeader, auditCsvLine } from '@/lib/audit/csv'
import type { AuditEntry } from '@/lib/audit/schema'
import { insightsCsv } from '@/lib/insights/csv'
import type { InsightGroup } from '@/lib/insights/schema'

const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r']
const formula = (start: string) => `${start}HYPERLINK("https://x.example","y"),1`

const lineOf = (text: string): AuditEntry => ({
  id: '7',
  at: new Date(Date.UTC(2026, 10, 22)),
  action: 'person.invited',
  actor: { kind: 'staff', id: text, name: text, address: text },
  subject: { kind: 'person', id: text, name: text },
  details: { [text]: text },
})

const spread = { count: 0, p50: null, p70: null, p90: null }
const groupOf = (text: string): InsightGroup => ({
  ...{ key: text, name: text, arrivals: 0, handedOver: 0, cancelled: 0, open: 0, underGoal: 0, underGoalShare: null },
  ...{ wait: spread, acknowledge: spread, handOver: spread, withoutNotice: { arrivals: 0, wait: spread } },
})

it.each(starts)('no cell of a file that begins with %j is one that a spreadsheet runs', (start) => {
  const text = formula(start)
  const files = [
    auditCsvHeader + auditCsvLine(lineOf(text)),
    insightsCsv({ groups: [groupOf(text)], total: groupOf('') }),
  ]
  for (const file of files) {
    const [header, ...rows]: string[][] = parse(file)
    expect(rows.map(({ length }) => length)).toEqual([header?.length])
    const cells = rows.flat()
    expect(cells).toContain(`'${text}`)
    expect(cells.filter((cell) => starts.some((one) => cell.startsWith(one)))).toEqual([])
  }
})
