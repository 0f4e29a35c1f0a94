'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTurn } from '@/components/ui/use-turn'
import { accountQuery } from '@/lib/account/queries'
import { ApiError, mayBeDone } from '@/lib/http/client'

// What the account's page shows is not so any more, as the server says.
const isBehind = (error: unknown) => error instanceof ApiError && [404, 409].includes(error.problem.status)

/**
 * Does something to the account, reads it again, and keeps what failed. True where it was done; `onMaybe`: where it may have
 * been, and no answer says so.
 */
export function useDeed() {
  const queryClient = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { take } = useTurn()
  const attempt = async (deed: () => Promise<unknown>, onMaybe?: () => void): Promise<boolean> => {
    setPending(true)
    setFailure(null)
    try {
      await deed()
      await queryClient.invalidateQueries(accountQuery())
      return true
    } catch (error) {
      setFailure(error)
      if (mayBeDone(error) || isBehind(error)) void queryClient.invalidateQueries(accountQuery())
      if (mayBeDone(error)) onMaybe?.()
      return false
    } finally {
      setPending(false)
    }
  }
  const run = async (deed: () => Promise<unknown>, onMaybe?: () => void) =>
    (await take(() => attempt(deed, onMaybe))) ?? false
  // A browser sends no form whose fields are marked as wrong: whoever types again is heard again.
  return { run, isPending, failure, forget: () => setFailure(null) }
}
