/**
 * The window of a long list: which of its rows are on the page. Heights in pixels, `gap` between two rows. From the top
 * of the list to its end everything takes the room that it would take if it were all there.
 */

/** Rows `from` (inclusive) to `to` (exclusive). */
export type Span = { from: number; to: number }

/** What stands in a list's place: a row, in short if it is given a height, or the height of those that are left out. */
export type Drawn = { index: number; farPx?: number } | { blank: number; name: string }

/** The rows that touch the stretch between two heights below the top of the list. */
export function spanOf(heights: number[], gap: number, top: number, bottom: number): Span {
  let from = 0
  let y = 0
  while (from < heights.length && y + (heights[from] ?? 0) < top) {
    y += (heights[from] ?? 0) + gap
    from += 1
  }
  let to = from
  while (to < heights.length && y <= bottom) {
    y += (heights[to] ?? 0) + gap
    to += 1
  }
  return { from, to }
}

/** A span's rows and those that always stand there, whole or in short, with blanks for what is left out. */
export function drawnRows(
  heights: number[],
  gap: number,
  { from, to }: Span,
  always: number[],
  inShort: number[] = [],
): Drawn[] {
  const whole = new Set(always.filter((index) => index >= 0 && index < heights.length))
  for (let index = Math.max(0, from); index < Math.min(to, heights.length); index += 1) whole.add(index)
  const drawn: Drawn[] = []
  let next = 0
  let blanks = 0
  const leaveOut = (until: number) => {
    if (until === next) return
    const rows = heights.slice(next, until)
    blanks += 1
    drawn.push({
      name: `blank ${blanks}`,
      blank: rows.reduce((sum, height) => sum + height, 0) + (rows.length - 1) * gap,
    })
  }
  for (const index of [...new Set([...whole, ...inShort])].sort((a, b) => a - b)) {
    leaveOut(index)
    drawn.push(whole.has(index) ? { index } : { index, farPx: heights[index] })
    next = index + 1
  }
  leaveOut(heights.length)
  return drawn
}
