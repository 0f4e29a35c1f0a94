import type { QueryClient } from '@tanstack/react-query'
import { accountQuery } from '@/lib/account/queries'
import type { OwnAccount } from '@/lib/account/schema'
import { isWorthRetrying } from '@/lib/http/client'

const untilItIsBack = {
  retry: (failures: number, error: unknown) => failures < 10 && isWorthRetrying(error),
  retryDelay: 3_000,
}

/** The account as it is once a line that broke is back, by half a minute; null where it is not. */
export async function accountOnceBack(queryClient: QueryClient): Promise<OwnAccount | null> {
  // One that is being read gives up sooner.
  await queryClient.cancelQueries({ queryKey: accountQuery().queryKey })
  return queryClient.fetchQuery({ ...accountQuery(), ...untilItIsBack }).catch(() => null)
}
