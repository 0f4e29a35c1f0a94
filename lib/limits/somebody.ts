const heldAtMost = 20_000

// Next evaluates a module once per bundle: its pages know whom the API knows.
const held = globalThis as typeof globalThis & { baycallSomebody?: Map<string, string> }
held.baycallSomebody ??= new Map()
const somebody = held.baycallSomebody

/**
 * Whether a credential was somebody's when it was looked up last in this process. `name`: what kind of credential it is (of
 * another kind it is another one) and its digest.
 */
export const wasSomebodys = (name: string): boolean => somebody.has(name)

/** The project that it was somebody's of then, of several the first; '': of none; undefined: it was nobody's. */
export const projectOfSomebody = (name: string): string | undefined => somebody.get(name)

/** Notes of which project a credential is somebody's ('': of none), or that it is nobody's (null); of very many the last are kept. */
export function noteSomebodys(name: string, projectId: string | null): void {
  somebody.delete(name)
  if (projectId === null) return
  const [eldest] = somebody.size >= heldAtMost ? somebody.keys() : []
  if (eldest !== undefined) somebody.delete(eldest)
  somebody.set(name, projectId)
}
