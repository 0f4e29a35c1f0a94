import { createHash } from 'node:crypto'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Tally } from '@/scripts/import/progress'

/** How far a file has been imported: up to which line, and what has become of it. */
export type Reached = { line: number; tally: Tally }

type Kept = Reached & { what: string }

/** Kept beside the file, from batch to batch. Another file of that name, or for another place, begins anew. */
export class Checkpoint {
  readonly #path: string
  #what = ''

  constructor(readonly file: string) {
    this.#path = `${file}.import.json`
  }

  /** `how`: whatever, changed, makes it another import. */
  async find(how: unknown): Promise<Reached | null> {
    this.#what = createHash('sha256')
      .update(await this.#beginning())
      .update(JSON.stringify(how))
      .digest('hex')
    try {
      const kept: Kept = JSON.parse(await readFile(this.#path, 'utf8'))
      return kept.what === this.#what ? kept : null
    } catch {
      return null
    }
  }

  async keep(reached: Reached): Promise<void> {
    // Whole or not at all: a run may be killed at any time.
    await writeFile(`${this.#path}.new`, JSON.stringify({ what: this.#what, ...reached } satisfies Kept))
    await rename(`${this.#path}.new`, this.#path)
  }

  async forget(): Promise<void> {
    await rm(this.#path, { force: true })
  }

  // Header and first rows: a report that has grown at its end is still the same.
  async #beginning(): Promise<Buffer> {
    const handle = await open(this.file)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  }
}
