const heldAtMost = 20_000

// Next evaluates a module once per bundle: its pages know whom the API knows.
const held = globalThis as typeof globalThis & { baycallSomebody?: Set<string> }
held.baycallSomebody ??= new Set()
const somebody = held.baycallSomebody

/**
 * Whether a credential was somebody's when it was looked up last in this process. `name`: what kind of credential it is (of
 * another kind it is another one) and its digest.
 */
export const wasSomebodys = (name: string): boolean => somebody.has(name)

/** Notes whether a credential is somebody's; of very many the last are kept. */
export function noteSomebodys(name: string, isSomebodys: boolean): void {
  somebody.delete(name)
  if (!isSomebodys) return
  const [eldest] = somebody.size >= heldAtMost ? somebody : []
  if (eldest !== undefined) somebody.delete(eldest)
  somebody.add(name)
}
