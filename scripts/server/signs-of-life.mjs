// Whether a serving process still goes on. Its event loop sends a sign every so often; one that stands (an endless loop, an
// expression that never ends) sends none, answers nobody, and would end by itself as little.

export const signEveryMs = 2_000
const tickMs = 1_000

/**
 * So many ticks without a sign are longer than any honest pause: a full collection of garbage or a large page takes a second
 * or two, also on a busy machine. Ticks, and no clock: they pass only while this process goes on itself, so that nobody has
 * stood still because all of the machine, or of the container, slept.
 */
export const mostSilentTicks = 20

/**
 * @template Who
 */
export class SignsOfLife {
  /** @type {Map<Who, number>} ticks since the last sign */
  #silent = new Map()
  #onStill
  /** @type {NodeJS.Timeout | undefined} */
  #ticking

  /** @param {(who: Who) => void} onStill called once for who stands still, and is watched no longer then */
  constructor(onStill) {
    this.#onStill = onStill
  }

  /**
   * Expects signs from now on.
   * @param {Who} who
   */
  watch(who) {
    this.#silent.set(who, 0)
    this.#ticking ??= setInterval(() => this.tick(), tickMs).unref()
  }

  /** @param {Who} who */
  hear(who) {
    if (this.#silent.has(who)) this.#silent.set(who, 0)
  }

  /** @param {Who} who */
  forget(who) {
    this.#silent.delete(who)
  }

  /** Expects no signs of anybody any more. */
  end() {
    clearInterval(this.#ticking)
    this.#silent.clear()
  }

  tick() {
    for (const [who, ticks] of this.#silent) {
      if (ticks < mostSilentTicks) this.#silent.set(who, ticks + 1)
      else {
        this.forget(who)
        this.#onStill(who)
      }
    }
  }
}
