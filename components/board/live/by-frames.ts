import { type Urgency, WaitingNews } from '@/components/board/live/waiting-news'
import type { BoardOrder } from '@/lib/board/schema'

// A frame that took longer than this was missed, or the next one is.
const frameMs = 20

// After a missed frame the next changes are drawn after a rest that is as long as drawing those before took, waiting for a
// frame apart: a quick device follows at once, a slow one stays free for fingers.
const longestRestMs = 100

// Rows that nobody sees are drawn no oftener: most rows of a long board are of that kind.
const outOfSightMs = 250

/**
 * Lays news in frame by frame. Hidden, where there are no frames, at once, and no timer is left: browsers wake those of a tab
 * that has been hidden for minutes once a minute.
 */
export function byFrames(
  urgencyOf: (order: BoardOrder) => Urgency,
  layIn: (orders: BoardOrder[], cursor?: string) => void,
) {
  const news = new WaitingNews()
  let timer: ReturnType<typeof setTimeout> | undefined
  let allDrawnAt = Number.NEGATIVE_INFINITY
  const draw = () => {
    timer = undefined
    if (!news.isWaiting) return
    const from = performance.now()
    const own = document.hidden ? undefined : setTimeout(draw, longestRestMs)
    timer = own
    const isDue = from - allDrawnAt >= outOfSightMs
    const { orders, cursor } = news.take(document.hidden ? 'all' : isDue ? 'out of sight too' : 'in sight')
    if (isDue) allDrawnAt = from
    if (orders.length > 0 || !news.isWaiting) layIn(orders, cursor)
    if (!own) return
    let busyMs = 0
    setTimeout(() => {
      busyMs += performance.now() - from
    })
    requestAnimationFrame(() => {
      const frameFrom = performance.now()
      setTimeout(() => {
        if (timer !== own) return
        clearTimeout(own)
        busyMs += performance.now() - frameFrom
        timer = setTimeout(draw, busyMs < frameMs ? 0 : Math.min(longestRestMs, busyMs))
      })
    })
  }
  const add = (orders: BoardOrder[], cursor: string) => {
    news.add(orders, cursor, urgencyOf)
    if (timer && !document.hidden) return
    clearTimeout(timer)
    draw()
  }
  return { add, clear: () => news.clear() }
}
