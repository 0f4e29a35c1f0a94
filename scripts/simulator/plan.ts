import type { Random } from '@/scripts/simulator/random'

/** What a customer is like: most are plain; phones and people are not always. */
export type Habit = 'plain' | 'retries' | 'repeats' | 'late' | 'outOfOrder' | 'cancels' | 'never'

/** One thing that a phone does, so many seconds after the one before. */
export type Step =
  | { waitSeconds: number; does: 'onTheWay'; etaSeconds: number }
  | { waitSeconds: number; does: 'arrive'; bay: string | null; agoSeconds: number; again: 'no' | 'sameKey' | 'newKey' }
  | { waitSeconds: number; does: 'tellBay'; bay: string }
  | { waitSeconds: number; does: 'enterZone' }
  | { waitSeconds: number; does: 'cancel' }

export type Plan = {
  habit: Habit
  createdBy: 'server' | 'phone'
  onTheWayAtOnce: boolean
  scheduledInSeconds: number | null
  etaSeconds: number
  steps: Step[]
  /** When staff tap, counted from the arrival. */
  acknowledgeAfterSeconds: number
  completeAfterSeconds: number
}

const habits: [Habit, number][] = [
  ['plain', 0.62],
  ['retries', 0.12],
  ['repeats', 0.06],
  ['late', 0.06],
  ['outOfOrder', 0.04],
  ['cancels', 0.04],
  ['never', 0.06],
]

function habitOf(random: Random): Habit {
  let left = random.next()
  for (const [habit, share] of habits) {
    left -= share
    if (left < 0) return habit
  }
  return 'plain'
}

// A phone tells its forecast every so often, and the forecast shrinks about as fast as time goes by.
function driveOf(random: Random, etaSeconds: number, until: number): Step[] {
  const steps: Step[] = []
  for (let left = etaSeconds; left > until; ) {
    const waitSeconds = Math.min(left, random.between(15, 40))
    left = Math.max(0, left - waitSeconds * random.between(0.8, 1.2))
    steps.push({ waitSeconds, does: 'onTheWay', etaSeconds: Math.round(left) })
  }
  return steps
}

function arrivalOf(random: Random, habit: Habit): Step[] {
  const bay = String(random.whole(1, 12))
  const tellsBay = random.chance(0.8)
  const again = habit === 'retries' ? 'sameKey' : habit === 'repeats' ? 'newKey' : 'no'
  const agoSeconds = habit === 'late' ? random.whole(40, 150) : 0
  const arrive: Step = {
    waitSeconds: random.between(2, 12),
    does: 'arrive',
    bay: tellsBay ? bay : null,
    agoSeconds,
    again,
  }
  const later: Step[] =
    !tellsBay && random.chance(0.7) ? [{ waitSeconds: random.between(8, 25), does: 'tellBay', bay }] : []
  const stray: Step[] = habit === 'outOfOrder' ? [{ waitSeconds: 3, does: 'onTheWay', etaSeconds: 20 }] : []
  return [arrive, ...stray, ...later]
}

/** The whole visit of one customer. The same random numbers give the same visit. */
export function planVisit(random: Random): Plan {
  const habit = habitOf(random)
  const etaSeconds = random.whole(30, 150)
  const onTheWayAtOnce = random.chance(0.35)
  const setsOff: Step = { waitSeconds: random.between(5, 40), does: 'onTheWay', etaSeconds }
  const drive = [
    ...(onTheWayAtOnce ? [] : [setsOff]),
    ...driveOf(random, etaSeconds, habit === 'never' ? etaSeconds / 2 : 0),
  ]
  const enters: Step[] = random.chance(0.3) ? [{ waitSeconds: 1, does: 'enterZone' }] : []
  const ends: Record<Habit, () => Step[]> = {
    plain: () => [...enters, ...arrivalOf(random, habit)],
    retries: () => arrivalOf(random, habit),
    repeats: () => arrivalOf(random, habit),
    late: () => arrivalOf(random, habit),
    outOfOrder: () => arrivalOf(random, habit),
    cancels: () => [{ waitSeconds: random.between(3, 20), does: 'cancel' }],
    never: () => [],
  }
  const acknowledgeAfterSeconds = random.between(3, 30)
  return {
    habit,
    createdBy: random.chance(0.5) ? 'server' : 'phone',
    onTheWayAtOnce,
    scheduledInSeconds: !onTheWayAtOnce && random.chance(0.3) ? random.whole(300, 3600) : null,
    etaSeconds,
    steps: [...drive, ...ends[habit]()],
    acknowledgeAfterSeconds,
    completeAfterSeconds: acknowledgeAfterSeconds + random.between(20, 260),
  }
}
