import type { StaffCaller } from '@/lib/auth/model'
import { listStoresOf } from '@/lib/stores/data'
import type { StoreSummary } from '@/lib/stores/schema'

/** All stores that a staff account may see, by project and name. */
export function listStores(caller: StaffCaller): Promise<StoreSummary[]> {
  return listStoresOf(caller.userId)
}
