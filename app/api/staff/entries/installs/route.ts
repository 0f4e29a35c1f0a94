import { defineRoute, routeTable } from '@/lib/http/define-route'
import { Install, InstallAsked } from '@/lib/installs/schema'
import { getInstall } from '@/lib/installs/service'

const name = defineRoute(
  {
    auth: 'staff',
    summary: 'Name an install for addresses',
    description:
      'What an address names an install by: an entry’s installRef may be a user’s id or a phone, and addresses stand in logs. Asked by either name it answers both, and records nothing. Bodies name an install by its installRef.',
    body: InstallAsked,
    response: Install,
    refusals: ['origin_refused', 'project_not_found', 'right_missing'],
  },
  ({ caller, body }) => getInstall(caller, body),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: name })
