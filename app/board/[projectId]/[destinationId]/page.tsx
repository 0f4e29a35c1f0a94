import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { requireStaff } from '@/app/require-staff'
import { LiveBoard } from '@/components/board/live-board'
import { makeQueryClient } from '@/components/layout/query-client'
import { accountOf } from '@/lib/auth/service'
import { boardPath, boardQuery, storeFromPath } from '@/lib/board/queries'
import { getBoard } from '@/lib/board/service'

type BoardPageProps = { params: Promise<{ projectId: string; destinationId: string }> }

// One read for the page and its title.
const readBoard = cache(async (projectId: string, destinationId: string) => {
  const store = storeFromPath({ projectId, destinationId }) ?? notFound()
  const caller = await requireStaff(boardPath(store))
  const board = await getBoard(caller, store, new Date()).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'store_not_found') notFound()
    throw error
  })
  return { caller, store, board }
})

export async function generateMetadata({ params }: BoardPageProps): Promise<Metadata> {
  const { projectId, destinationId } = await params
  const { board } = await readBoard(projectId, destinationId)
  return { title: board.store.name }
}

export default async function BoardPage({ params }: BoardPageProps) {
  const { projectId, destinationId } = await params
  const { caller, store, board } = await readBoard(projectId, destinationId)
  const queryClient = makeQueryClient()
  queryClient.setQueryData(boardQuery(store).queryKey, board)
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <LiveBoard
        key={boardPath(store)}
        store={store}
        account={accountOf(caller)}
        renderedAtMs={board.serverTime.getTime()}
      />
    </HydrationBoundary>
  )
}
