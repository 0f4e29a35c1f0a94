import { log } from '@/lib/log'

// Of projects that are looked at by themselves: each that fails takes its time.
const mostFailures = 3
// Who looks for longer says for too long nothing of its own boards: those that are left come first in the next look.
const mostMs = 5_000

type Look<Found> = (projectIds: string[]) => Promise<Found[]>

/** A look at all projects there are, or at the watched ones alone. */
type Asked = { projectIds: string[]; isWide: boolean }

/** The projects that could not be looked at with the others: until they can be they are looked at by themselves. */
export class Apart {
  /** Those first whose turn it is. */
  private readonly apart = new Set<string>()

  /** `clock`: in milliseconds. */
  constructor(private readonly clock: () => number = () => performance.now()) {}

  has(projectId: string): boolean {
    return this.apart.has(projectId)
  }

  /**
   * Looks at all of them at once or, after that has failed, at each by itself, some of them now: none keeps another's from
   * being told. Throws what the look throws where nothing is answered.
   */
  async lookAt<Found>({ projectIds, isWide }: Asked, look: Look<Found>): Promise<Found[]> {
    const asked = new Set(projectIds)
    // A narrow look does not know who else there is: those keep their turn.
    for (const projectId of isWide ? this.apart : []) if (!asked.has(projectId)) this.apart.delete(projectId)
    const together = projectIds.filter((projectId) => !this.apart.has(projectId))
    const found: Found[] = []
    let isAnswered = false
    try {
      found.push(...(await look(together)))
      isAnswered = together.length > 0
    } catch (error) {
      if (projectIds.length <= 1) throw error
      log.warn({ err: error }, 'projects are looked at one by one')
      for (const projectId of together) this.apart.add(projectId)
    }
    const until = this.clock() + mostMs
    let failures = 0
    for (const projectId of [...this.apart].filter((one) => asked.has(one))) {
      if (this.clock() > until) break
      this.apart.delete(projectId)
      try {
        found.push(...(await look([projectId])))
        isAnswered = true
      } catch (error) {
        log.warn({ err: error }, 'a project could not be looked at')
        // Behind the others: the next look begins with those.
        this.apart.add(projectId)
        failures += 1
        if (failures < mostFailures && this.clock() <= until) continue
        if (!isAnswered) throw error
        break
      }
    }
    return found
  }
}
