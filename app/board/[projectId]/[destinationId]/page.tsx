import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { PageWords, pageWords } from '@/app/page-words'
import { requireBoard } from '@/app/require-staff'
import { LiveBoard } from '@/components/board/live-board'
import { accountOf } from '@/lib/auth/service'
import { boardPath, storeFromPath } from '@/lib/board/queries'
import { getBoard } from '@/lib/board/service'
import type { Room } from '@/lib/language/schema'

// The board itself puts its store's name and the count of arrivals there.
export async function generateMetadata(): Promise<Metadata> {
  const t = await pageWords('board')
  return { title: t('title') }
}

const rooms: Room[] = [
  'board',
  'times',
  'search',
  'timeline',
  'keys',
  'readiness',
  'elsewhere',
  'masking',
  'pins',
  'leftOut',
]

type BoardPageProps = { params: Promise<{ projectId: string; destinationId: string }> }

export default async function BoardPage({ params }: BoardPageProps) {
  const store = storeFromPath(await params) ?? notFound()
  const caller = await requireBoard(boardPath(store))
  const board = await getBoard(caller, store, new Date()).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'store_not_found')) throw error
    // A tablet that has come to another store's board with somebody's session has its own again.
    if (caller.tablet) redirect('/board')
    return notFound()
  })
  const account = accountOf(caller)
  return (
    <PageWords rooms={rooms}>
      <div className={account.isTablet ? 'one-store contents' : 'contents'}>
        <LiveBoard
          key={boardPath(store)}
          store={store}
          account={account}
          rendered={board}
          renderedAtMs={board.serverTime.getTime()}
        />
      </div>
    </PageWords>
  )
}
