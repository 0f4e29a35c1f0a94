import { flushSync } from 'react-dom'

/** A list of rows on the page, long or short: it knows its orders, also those that are scrolled far away. */
export type RowList = { element: HTMLElement; ids: () => string[]; hold: (serviceId: string) => void }

const lists = new Set<RowList>()

/** Says that a list stands on the page; answers the way to take it back. */
export function noteList(list: RowList): () => void {
  lists.add(list)
  return () => lists.delete(list)
}

const inOrder = () =>
  [...lists].sort((a, b) => (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))

/** The orders on the page, as they stand; those of a folded section are not there. */
export const idsOnPage = (): string[] => inOrder().flatMap((list) => list.ids())

const drawnRow = (serviceId: string) =>
  document.querySelector<HTMLElement>(`li[data-service-id="${serviceId}"]:not([data-far])`)

/** The row of an order that stands on the page, drawn now if it was too far away to be, or to be whole. */
export function rowOf(serviceId: string | null | undefined): HTMLElement | null {
  if (!serviceId) return null
  const drawn = drawnRow(serviceId)
  if (drawn) return drawn
  const list = inOrder().find((one) => one.ids().includes(serviceId))
  if (!list) return null
  flushSync(() => list.hold(serviceId))
  return drawnRow(serviceId)
}

const settlingFrames = 20

/** Brings an order's row to the middle of the screen, and keeps it there while the rows around it find their heights. */
export function showRow(serviceId: string | null | undefined): HTMLElement | null {
  const row = rowOf(serviceId)
  if (!row) return null
  row.scrollIntoView({ block: 'center' })
  let frames = 0
  const stay = () => {
    const { top, bottom } = row.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) row.scrollIntoView({ block: 'center' })
    frames += 1
    if (row.isConnected && frames < settlingFrames) requestAnimationFrame(stay)
  }
  requestAnimationFrame(stay)
  return row
}
