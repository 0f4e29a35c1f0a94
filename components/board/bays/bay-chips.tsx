import { CircleHelp, TriangleAlert } from 'lucide-react'
import type { BayWarning } from '@/components/board/bays/bay-warnings'
import { Chip } from '@/components/ui/chip'

/** Says that another car names the same bay, or that the store has no such bay. */
export function BayChips({ warning }: { warning: BayWarning | undefined }) {
  if (!warning) return null
  const { sharedWith, isUnknown } = warning
  const [first] = sharedWith
  const more = sharedWith.length - 1
  return (
    <>
      {first !== undefined && (
        <Chip tone="late">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          <span className="sr-only">Warning: </span>
          <span className="line-clamp-2 min-w-0 wrap-anywhere">
            Bay clash with <bdi dir="auto">{first}</bdi>
            {more > 0 && ` and ${more} more`}
          </span>
        </Chip>
      )}
      {isUnknown && (
        <Chip tone="due">
          <CircleHelp aria-hidden="true" className="size-4 shrink-0" />
          Unknown bay
          <span className="sr-only">: it is not in the store’s list</span>
        </Chip>
      )}
    </>
  )
}
