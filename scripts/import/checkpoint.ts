import { createHash } from 'node:crypto'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { Mistake } from '@/scripts/import/options'
import type { Tally } from '@/scripts/import/progress'

/** How far a file has been imported: up to which line, and what has become of it. `bytes`: read so far, that line among them. */
export type Reached = { line: number; bytes: number; tally: Tally }

type Kept = Reached & { what: string; there: string }

const lookedAt = 1024

const digest = (...parts: (Buffer | string)[]) => parts.reduce((hash, part) => hash.update(part), createHash('sha256'))

/**
 * Kept beside the file, from batch to batch. Another file of that name, or for another place, begins anew: a file is
 * known by its first bytes, and by those before the place that was reached. It may have grown since.
 */
export class Checkpoint {
  readonly #path: string
  #what = ''

  constructor(readonly file: string) {
    this.#path = `${file}.import.json`
  }

  /** `how`: whatever, changed, makes it another import. Throws a Mistake where the file is not all there any more. */
  async find(how: unknown, isAnew: boolean): Promise<Reached | null> {
    this.#what = digest(await this.#bytesAt(0), JSON.stringify(how)).digest('hex')
    const kept = await this.#read()
    if (isAnew || kept?.what !== this.#what) return null
    const { size } = await stat(this.file)
    if (size < kept.bytes) {
      throw new Mistake(
        `${this.file} has become shorter than what was imported of it. Say --anew to import it from its beginning.`,
      )
    }
    return kept.there === (await this.#digestBefore(kept.bytes)) ? kept : null
  }

  async keep(reached: Reached): Promise<void> {
    const there = await this.#digestBefore(reached.bytes)
    // Whole or not at all: a run may be killed at any time.
    await writeFile(`${this.#path}.new`, JSON.stringify({ what: this.#what, there, ...reached } satisfies Kept), {
      mode: 0o600,
    })
    await rename(`${this.#path}.new`, this.#path)
  }

  async forget(): Promise<void> {
    await rm(this.#path, { force: true })
  }

  async #read(): Promise<Kept | null> {
    try {
      return JSON.parse(await readFile(this.#path, 'utf8'))
    } catch {
      return null
    }
  }

  async #digestBefore(end: number): Promise<string> {
    return digest(await this.#bytesAt(Math.max(0, end - lookedAt), end)).digest('hex')
  }

  async #bytesAt(from: number, to = from + lookedAt): Promise<Buffer> {
    const handle = await open(this.file)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(to - from), 0, to - from, from)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  }
}
