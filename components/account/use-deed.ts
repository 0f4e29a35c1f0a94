'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTurn } from '@/components/ui/use-turn'
import { accountQuery } from '@/lib/account/queries'

/** Does something to the account, reads it again, and keeps what failed. True where it was done. */
export function useDeed() {
  const queryClient = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { take } = useTurn()
  const attempt = async (deed: () => Promise<unknown>): Promise<boolean> => {
    setPending(true)
    setFailure(null)
    try {
      await deed()
      await queryClient.invalidateQueries(accountQuery())
      return true
    } catch (error) {
      setFailure(error)
      return false
    } finally {
      setPending(false)
    }
  }
  const run = async (deed: () => Promise<unknown>) => (await take(() => attempt(deed))) ?? false
  // A browser sends no form whose fields are marked as wrong: whoever types again is heard again.
  return { run, isPending, failure, forget: () => setFailure(null) }
}
