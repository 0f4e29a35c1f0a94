/**
 * What several ask for at once, read once. Whoever asks while it is being read gets the next reading: the one underway began
 * before they asked, and need not have what has happened since.
 */
export class SharedReading<Found> {
  private readonly underway = new Map<string, { running: Promise<Found>; next: Promise<Found> | undefined }>()

  /** Answers a reading that began no earlier than this. `name`: what is read; its `read` says how. */
  ask(name: string, read: () => Promise<Found>): Promise<Found> {
    const one = this.underway.get(name)
    if (!one) return this.begin(name, read)
    one.next ??= one.running.then(ignored, ignored).then(() => this.begin(name, read))
    return one.next
  }

  private begin(name: string, read: () => Promise<Found>): Promise<Found> {
    // Also what throws before it has begun to read is its answer.
    const one = { running: (async () => read())(), next: undefined }
    this.underway.set(name, one)
    const forget = () => {
      if (!one.next) this.underway.delete(name)
    }
    one.running.then(forget, forget)
    return one.running
  }
}

const ignored = () => {}
