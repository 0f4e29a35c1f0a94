'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiReference } from '@/components/docs/api-reference'
import { ErrorState } from '@/components/ui/error-state'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { apiDocumentQuery } from '@/lib/openapi/queries'

/** What an address names within the page is on it only now. */
function useNamedPlace(isThere: boolean): void {
  useEffect(() => {
    if (isThere && window.location.hash !== '') window.location.replace(window.location.hash)
  }, [isThere])
}

/**
 * The reference, drawn by the browser from the document: the server would spend a third of a second of its one thread on
 * each reader, whom it does not know.
 */
export function Reference() {
  const { data, error, refetch } = useQuery(apiDocumentQuery())
  useNamedPlace(data !== undefined)
  if (data) return <ApiReference document={data} />
  return (
    <main className="mx-auto max-w-[1280px] px-4 py-16 sm:px-7">
      <h1 className="mb-6 font-sign text-4xl leading-[42px] font-bold">API reference</h1>
      {error ? (
        <ErrorState title="The reference could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="The reference is loading">
          <Skeleton className="h-96" />
        </Loading>
      )}
    </main>
  )
}
