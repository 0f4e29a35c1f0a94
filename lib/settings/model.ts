/**
 * Settings are what a manager decides: for a project, and for a store where it differs. What neither decided is as the
 * product has it. Everything in seconds.
 */

/** From when on a customer's wait is due, late and over. */
export type Waits = { dueSeconds: number; lateSeconds: number; overSeconds: number }

/** Which hsFields stand on a row, in this order, and which of them is the bay. */
export type FaceSettings = { bayField: string | null; fields: string[] }

/** What both a project and a store decide. The three waits belong together, and are inherited together. */
export type Decided = {
  waits: Waits
  /** What the average wait of a day should stay within. */
  goalSeconds: number
  /** How long before the customer comes staff begin to prepare. */
  preparationSeconds: number
  /** How long an arrival may ring before other boards are told. */
  acknowledgeWithinSeconds: number
}

/** What somebody set; null is as the level above has it. */
export type Overrides = { [Key in keyof Decided]: Decided[Key] | null }

export const productSettings: Decided = {
  waits: { dueSeconds: 120, lateSeconds: 180, overSeconds: 300 },
  goalSeconds: 180,
  preparationSeconds: 300,
  acknowledgeWithinSeconds: 120,
}

export const decidedKeys = ['waits', 'goalSeconds', 'preparationSeconds', 'acknowledgeWithinSeconds'] as const

/** What may be set, at least and at most. */
export const ranges = {
  dueSeconds: [10, 14_400],
  lateSeconds: [10, 14_400],
  overSeconds: [10, 14_400],
  goalSeconds: [10, 14_400],
  preparationSeconds: [0, 14_400],
  acknowledgeWithinSeconds: [15, 3_600],
} as const

/** As a form or a row has them: whatever is missing is null. */
export function overridesOf(set: Partial<Overrides>): Overrides {
  const { waits = null, goalSeconds = null, preparationSeconds = null, acknowledgeWithinSeconds = null } = set
  return { waits, goalSeconds, preparationSeconds, acknowledgeWithinSeconds }
}

/** What is in force: the nearest level that decided, the product last. */
export function decided(...levels: Partial<Overrides>[]): Decided {
  return levels.reduceRight<Decided>((above, level) => {
    const { waits, goalSeconds, preparationSeconds, acknowledgeWithinSeconds } = overridesOf(level)
    return {
      waits: waits ?? above.waits,
      goalSeconds: goalSeconds ?? above.goalSeconds,
      preparationSeconds: preparationSeconds ?? above.preparationSeconds,
      acknowledgeWithinSeconds: acknowledgeWithinSeconds ?? above.acknowledgeWithinSeconds,
    }
  }, productSettings)
}

/** Which of the three waits is not longer than the one before it. */
export function waitsOutOfOrder({ dueSeconds, lateSeconds, overSeconds }: Waits): (keyof Waits)[] {
  const late: (keyof Waits)[] = lateSeconds > dueSeconds ? [] : ['lateSeconds']
  return overSeconds > Math.max(lateSeconds, dueSeconds) ? late : [...late, 'overSeconds']
}

export const mostBays = 200
export const mostFaceFields = 12
