import { EntryHours, EntryHoursQuery } from '@/lib/entry-hours/schema'
import { listEntryHours } from '@/lib/entry-hours/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const get = defineRoute(
  {
    auth: 'staff',
    summary: 'List the hours behind an hour of the week',
    description:
      'What a summary counts in one cell of byHour, told apart: that hour of every week in the range with how many entries each has, the busiest first.',
    query: EntryHoursQuery,
    response: EntryHours,
    refusals: ['project_not_found', 'right_missing', 'zone_not_found', 'store_not_found'],
  },
  ({ caller, query }) => listEntryHours(caller, query),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get })
