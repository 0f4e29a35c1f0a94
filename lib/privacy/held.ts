// A board has the same few names in every order, and what they are is dear to find.
const heldAtMost = 5_000
const longestHeld = 128

/**
 * What is made of details' names, made once for as long as a name is among the last thousands that were asked for. Those go in two
 * halves, the older of which is let go as a whole: to find the eldest of all costs a map that has lost many more than to make anew.
 */
export class Held<Made> {
  private young = new Map<string, Made>()
  private old = new Map<string, Made>()

  constructor(private readonly make: (key: string) => Made) {}

  of(key: string): Made {
    const known = this.young.get(key)
    if (known !== undefined) return known
    const made = this.old.get(key) ?? this.make(key)
    if (key.length > longestHeld) return made
    if (this.young.size >= heldAtMost / 2) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, made)
    return made
  }
}
