import { parseArgs } from 'node:util'

export const usage = `Drives the public API as customers' phones do, so that the boards live.

  npm run simulate -- [--stores 5] [--per-minute 60] [--minutes 10]

  --stores N       how many of the demo's stores (1 to 200; further ones are made)
  --per-minute N   new orders a minute (up to 6000)
  --minutes N      how long; fractions are taken
  --speed N        time runs N times as fast for customers and staff
  --seed N         the same customers each time
  --no-staff       leave acknowledging and handing over to whoever watches
  --demo FILE      where demo.json is (default: .data/demo.json, or BAYCALL_DATA)`

export type Options = {
  stores: number
  perMinute: number
  minutes: number
  speed: number
  seed: number
  staff: boolean
  demo: string | null
}

/** A wrong option, in a sentence. */
export class Mistake extends Error {}

function numberOf(name: string, text: string | undefined, fallback: number, most: number, least = 0): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (text.trim() !== '' && value > least && value <= most) return value
  throw new Mistake(`--${name} wants a number above ${least} and up to ${most}, not "${text}".`)
}

/** The options of a command line. Throws Mistake. */
export function readOptions(args: string[], now: Date): Options {
  const flag = { type: 'string' } as const
  let values: { [name: string]: string | boolean | undefined }
  try {
    values = parseArgs({
      args,
      options: {
        stores: flag,
        'per-minute': flag,
        minutes: flag,
        speed: flag,
        seed: flag,
        demo: flag,
        'no-staff': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new Mistake(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
  if (values.help) throw new Mistake(usage)
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined)
  return {
    stores: Math.ceil(numberOf('stores', text('stores'), 5, 200)),
    perMinute: numberOf('per-minute', text('per-minute'), 60, 6000),
    minutes: numberOf('minutes', text('minutes'), 10, 24 * 60),
    speed: numberOf('speed', text('speed'), 1, 1000),
    seed: Math.floor(numberOf('seed', text('seed'), now.getTime() % 2 ** 31, 2 ** 32, -1)),
    staff: values['no-staff'] !== true,
    demo: text('demo') ?? null,
  }
}
