/** What takes turns: answers how much of its work it has done, and whether more is left. */
type Worker = (projectId: string) => Promise<{ done: number; isMore: boolean }>

// Where so many fail it is not their own: the database may be away.
const mostFailures = 5

/**
 * Work for many projects, some of it at a time: each has its turn before any has another, and those begin that the last
 * time was too short for. Whoever has much to do keeps nobody waiting.
 */
export class Rounds {
  private last = ''

  /**
   * `projectIds`: in order. `most`: turns. Answers how much was done. Whose work fails has no other turn; throws what the
   * first of them failed with, once the others have had theirs, or five have failed.
   */
  async go(projectIds: string[], most: number, work: Worker): Promise<number> {
    const behind = projectIds.filter((projectId) => projectId > this.last)
    let waiting = [...behind, ...projectIds.slice(0, projectIds.length - behind.length)]
    let done = 0
    let turns = 0
    const failures: unknown[] = []
    const workFor = async (projectId: string) => {
      const worked = await work(projectId).catch((error) => {
        failures.push(error)
        return { done: 0, isMore: false }
      })
      done += worked.done
      return worked.isMore
    }
    while (waiting.length > 0 && turns < most) {
      const again: string[] = []
      for (const projectId of waiting.slice(0, most - turns)) {
        // Those who fail as well, or they would be the first for ever.
        this.last = projectId
        turns++
        if (await workFor(projectId)) again.push(projectId)
        if (failures.length === mostFailures) throw failures[0]
      }
      waiting = again
    }
    if (failures.length > 0) throw failures[0]
    return done
  }
}
