import { AccountPatch, OwnAccount } from '@/lib/account/schema'
import { getOwnAccount, rename } from '@/lib/account/service'
import { defineRoute, routeTable } from '@/lib/http/define-route'

const get = defineRoute({ auth: 'staff', summary: "Get one's own account", response: OwnAccount }, ({ caller, now }) =>
  getOwnAccount(caller, now),
)

const patch = defineRoute(
  { auth: 'staff', summary: "Change one's own name", body: AccountPatch, refusals: ['origin_refused'] },
  async ({ caller, body, request, now }) => {
    await rename(caller, body.name, request, now)
    return undefined
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get, PATCH: patch })
