import { defineRoute, routeTable } from '@/lib/http/define-route'
import { StoreList } from '@/lib/stores/schema'
import { listStores } from '@/lib/stores/service'

const list = defineRoute({ auth: 'staff', summary: 'List stores', response: StoreList }, async ({ caller }) => ({
  stores: await listStores(caller),
}))

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: list })
