/**
 * Many texts that are looked for at once, in one pass over each text that is read, however many they are and whatever they
 * repeat (Aho and Corasick, "Efficient string matching", 1975).
 */
export class SoughtTexts {
  /** Of each place in the tree of all that is sought: where a letter leads. */
  private readonly next: Map<number, number>[] = [new Map()]
  /** The place of the longest end of what was read that begins something sought too. */
  private readonly shorter: number[] = [0]
  private readonly isWhole: boolean[] = [false]

  constructor(texts: Iterable<string>) {
    for (const text of texts) if (text !== '') this.isWhole[this.add(text)] = true
    const places = [0]
    for (const place of places) {
      for (const [letter, after] of this.next[place] ?? []) {
        const shorter = place === 0 ? 0 : this.follow(this.shorter[place] ?? 0, letter)
        this.shorter[after] = shorter
        this.isWhole[after] ||= this.isWhole[shorter] ?? false
        places.push(after)
      }
    }
  }

  private add(text: string): number {
    let place = 0
    for (let at = 0; at < text.length; at++) {
      const letters = this.next[place] ?? new Map<number, number>()
      const letter = text.charCodeAt(at)
      const after = letters.get(letter) ?? this.next.push(new Map()) - 1
      letters.set(letter, after)
      place = after
    }
    return place
  }

  private follow(from: number, letter: number): number {
    for (let place = from; ; place = this.shorter[place] ?? 0) {
      const after = this.next[place]?.get(letter)
      if (after !== undefined) return after
      if (place === 0) return 0
    }
  }

  /** Whether one of them stands somewhere in a text. */
  standIn(text: string): boolean {
    let place = 0
    for (let at = 0; at < text.length; at++) {
      place = this.follow(place, text.charCodeAt(at))
      if (this.isWhole[place]) return true
    }
    return false
  }
}
