// What keeps others waiting no longer than they notice.
const sliceMs = 10

const waiting: (() => void)[] = []

// One of those that wait for each turn of the process: however many work, what comes in is looked at in between.
function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}

/**
 * For work in many small parts, such as counts of as many hours as somebody makes up: to be awaited before each part. Goes
 * on at once within a slice; those that have had theirs take turns.
 */
export function slices(): () => Promise<void> {
  let untilMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() < untilMs) return
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(next)
    })
    untilMs = performance.now() + sliceMs
  }
}
