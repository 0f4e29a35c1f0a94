import type { HourCell } from '@/lib/entry-summary/model'
import { slices } from '@/lib/slices'

// Of the text, between two looks at the clock: a millisecond or two.
const lookEvery = 50_000
const [minus, zero, nine] = [...'-09'].map((sign) => sign.charCodeAt(0)) as [number, number, number]

/** The whole numbers of a text, whatever stands between them, giving way to whatever else waits. */
async function numbersIn(text: string): Promise<number[]> {
  const giveWay = slices()
  const numbers: number[] = []
  let [number, sign, isInside] = [0, 1, false]
  const end = () => {
    if (isInside) numbers.push(sign * number)
    number = 0
    sign = 1
    isInside = false
  }
  for (let at = 0; at < text.length; at++) {
    if (at % lookEvery === 0) await giveWay()
    const code = text.charCodeAt(at)
    if (code >= zero && code <= nine) {
      number = number * 10 + code - zero
      isInside = true
    } else {
      end()
      if (code === minus) sign = -1
    }
  }
  end()
  return numbers
}

// Some eleven months: sorted within a few milliseconds.
const bucketHours = 8192
const lookEveryHours = 1000

/** Hours in order of time, bucket by bucket: there may be as many as entries, and nobody else is to wait for all of them. */
async function inOrder(numbers: number[]): Promise<HourCell[]> {
  const giveWay = slices()
  const buckets = new Map<number, HourCell[]>()
  for (let at = 0; at + 5 <= numbers.length; at += 5) {
    if (at % (5 * lookEveryHours) === 0) await giveWay()
    const numberAt = (place: number) => numbers[at + place] ?? 0
    const cell: HourCell = { hour: numberAt(0), quarters: [numberAt(1), numberAt(2), numberAt(3), numberAt(4)] }
    const bucket = Math.floor(cell.hour / bucketHours)
    const others = buckets.get(bucket)
    if (others) others.push(cell)
    else buckets.set(bucket, [cell])
  }
  const cells: HourCell[] = []
  for (const bucket of [...buckets.keys()].sort((a, b) => a - b)) {
    for (const cell of (buckets.get(bucket) ?? []).sort((a, b) => a.hour - b.hour)) cells.push(cell)
    await giveWay()
  }
  return cells
}

/** Reads hours in order of time from an array of PostgreSQL's in text: five numbers for each, in no order. */
export async function readHours(text: string): Promise<HourCell[]> {
  return inOrder(await numbersIn(text))
}
