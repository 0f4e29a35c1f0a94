/** What takes turns: answers how much of its work it has done, and whether more is left. */
type Worker = (projectId: string) => Promise<{ done: number; isMore: boolean }>

/**
 * Work for many projects, some of it at a time: each has its turn before any has another, and those begin that the last
 * time was too short for. Whoever has much to do keeps nobody waiting.
 */
export class Rounds {
  private last = ''

  /** `projectIds`: in order. `most`: turns. Answers how much was done. */
  async go(projectIds: string[], most: number, work: Worker): Promise<number> {
    const behind = projectIds.filter((projectId) => projectId > this.last)
    let waiting = [...behind, ...projectIds.slice(0, projectIds.length - behind.length)]
    let done = 0
    let turns = 0
    while (waiting.length > 0 && turns < most) {
      const again: string[] = []
      for (const projectId of waiting.slice(0, most - turns)) {
        // Also behind one whose work fails, or it would be the first for ever.
        this.last = projectId
        turns++
        const worked = await work(projectId)
        done += worked.done
        if (worked.isMore) again.push(projectId)
      }
      waiting = again
    }
    return done
  }
}
