import { type Kind, type Likeness, type Lookalike, names, plates } from '@/lib/lookalikes/model'

// Of one: more than anybody reads. And so many are compared at most of those who share a trace, the nearest traces first:
// thousands may share one.
const [mostAlike, fewAlike] = [20, 8]
const mostCompared = 200

/** Who of many is alike, kept up to date at the price of what changes: nobody is compared with everybody. */
class AlikeIndex {
  private readonly members = new Map<string, Set<string>>()
  private readonly trails = new Map<string, Set<string>>()
  private readonly alike = new Map<string, Set<string>>()
  /** Who has a key among theirs: not each has those who have it. */
  private readonly knownBy = new Map<string, Set<string>>()
  /** Of whom not all are known that may be alike. */
  private readonly full = new Set<string>()
  /** Who has lost somebody; and who has looked for others in vain, till somebody comes. */
  private readonly losing = new Set<string>()
  private readonly inVain = new Set<string>()

  constructor(private readonly kind: Kind) {}

  add(id: string, key: string): void {
    const known = this.members.get(key)
    if (known) {
      known.add(id)
      return
    }
    const { left, sought } = this.kind.tracesOf(key)
    this.inVain.clear()
    this.members.set(key, new Set([id]))
    this.alike.set(key, new Set())
    this.knownBy.set(key, new Set())
    this.meet(key, sought)
    for (const trace of left) this.trails.set(trace, (this.trails.get(trace) ?? new Set()).add(key))
  }

  /** Makes a key known to those that are alike, and those to it, as far as there is room. */
  private meet(key: string, sought: string[]): void {
    const own = this.alike.get(key) ?? new Set()
    const met = new Set([key])
    for (const trace of sought) {
      for (const other of this.trails.get(trace) ?? []) {
        if (own.size >= mostAlike || met.size > mostCompared) {
          this.full.add(key)
          if (own.size < fewAlike) this.inVain.add(key)
          return
        }
        if (met.has(other)) continue
        met.add(other)
        if (!this.kind.isAlike(key, other)) continue
        this.know(key, other)
        this.know(other, key)
      }
    }
    this.full.delete(key)
  }

  private know(key: string, other: string): void {
    const own = this.alike.get(key)
    if (!own || own.size >= mostAlike) {
      this.full.add(key)
      return
    }
    own.add(other)
    this.knownBy.get(other)?.add(key)
  }

  remove(id: string, key: string): void {
    const members = this.members.get(key)
    members?.delete(id)
    if (!members || members.size > 0) return
    for (const other of this.alike.get(key) ?? []) this.knownBy.get(other)?.delete(key)
    const losing = this.knownBy.get(key) ?? []
    for (const trace of this.kind.tracesOf(key).left) {
      const trail = this.trails.get(trace)
      trail?.delete(key)
      if (trail?.size === 0) this.trails.delete(trace)
    }
    this.alike.delete(key)
    this.members.delete(key)
    this.knownBy.delete(key)
    this.full.delete(key)
    this.inVain.delete(key)
    for (const other of losing) {
      this.alike.get(other)?.delete(key)
      this.losing.add(other)
    }
    this.losing.delete(key)
  }

  /** Once all have left that leave: where there was no room for all, others take their places. */
  settle(): void {
    for (const key of this.losing) {
      const isShort = (this.alike.get(key)?.size ?? mostAlike) < fewAlike
      if (isShort && this.full.has(key) && !this.inVain.has(key)) this.meet(key, this.kind.tracesOf(key).sought)
    }
    this.losing.clear()
  }

  /** Whether a key is this one, or alike. */
  meets(key: string, other: string): boolean {
    if (key === other) return this.members.has(key)
    return [this.alike, this.knownBy].some((known) => known.get(key)?.has(other))
  }

  /** The ids that have this very key. */
  *same(key: string): Generator<string> {
    yield* this.members.get(key) ?? []
  }

  /** The ids whose keys are alike, and not this one. */
  *similar(key: string): Generator<string> {
    for (const other of this.alike.get(key) ?? []) yield* this.same(other)
  }
}

/** The lookalikes among orders. `update` makes it those of a list: the same list again costs next to nothing. */
export class Lookalikes {
  private known = new Map<string, Likeness>()
  private readonly byName = new AlikeIndex(names)
  private readonly byPlate = new AlikeIndex(plates)

  /** True when anything is now other than before. */
  update(list: Likeness[]): boolean {
    const next = new Map(list.map((likeness) => [likeness.id, likeness]))
    const isIn = (map: Map<string, Likeness>, { id, name, plate }: Likeness) =>
      map.get(id)?.name === name && map.get(id)?.plate === plate
    const gone = [...this.known.values()].filter((one) => !isIn(next, one))
    const fresh = [...next.values()].filter((one) => !isIn(this.known, one))
    for (const one of gone) this.change('remove', one)
    this.byName.settle()
    this.byPlate.settle()
    for (const one of fresh) this.change('add', one)
    this.known = next
    return gone.length + fresh.length > 0
  }

  private change(how: 'add' | 'remove', { id, name, plate }: Likeness): void {
    if (name !== '') this.byName[how](id, name)
    if (plate !== '') this.byPlate[how](id, plate)
  }

  /**
   * Who is alike to one of the list, each once: the same before the similar, by name before by plate. Whoever needs a few
   * of very many takes no more.
   */
  *of(id: string): Generator<Lookalike> {
    const own = this.known.get(id)
    if (!own) return
    const isNamedAlike = (other: string) => this.byName.meets(own.name, this.known.get(other)?.name ?? '')
    for (const other of this.byName.same(own.name)) if (other !== id) yield { id: other, by: 'name', isSame: true }
    for (const other of this.byPlate.same(own.plate)) {
      if (other !== id && !isNamedAlike(other)) yield { id: other, by: 'plate', isSame: true }
    }
    for (const other of this.byName.similar(own.name)) yield { id: other, by: 'name', isSame: false }
    for (const other of this.byPlate.similar(own.plate)) {
      if (!isNamedAlike(other)) yield { id: other, by: 'plate', isSame: false }
    }
  }
}
