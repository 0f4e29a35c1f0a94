/** The steps that people count in: 1, 2 and 5, ten times over. */
const steps = [1, 2, 5, 10]

/** Round numbers from 0 up to the first that is no less than `most`; about so many, whole ones where asked. */
export function roundTicks(most: number, { about = 3, areWhole = true } = {}): number[] {
  if (!(most > 0)) return [0, 1]
  const rough = most / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (steps.find((one) => one * power >= rough) ?? 10) * power
  const size = areWhole ? Math.max(1, Math.round(step)) : step
  const count = Math.ceil(most / size - 1e-9)
  return Array.from({ length: count + 1 }, (_, place) => place * size)
}

/** Which of the labels at these places can stand beside each other: every first, second, fifth … of them. */
export function everyNth(count: number, room: number): number {
  if (count <= room) return 1
  const needed = count / Math.max(1, room)
  for (let power = 1; ; power *= 10) {
    const found = steps.find((one) => one * power >= needed)
    if (found) return found * power
  }
}

/** How deep the colour of a value is, in percent: anything at all can be told from nothing. */
export function depthOf(value: number, most: number): number {
  if (value <= 0 || most <= 0) return 0
  return Math.round(14 + 86 * (value / most))
}
