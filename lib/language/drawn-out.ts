import type { CompiledMessage } from 'icu-minify/format'

const accents: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ö', u: 'ü', A: 'Á', E: 'É', O: 'Ö', U: 'Ü' }

// As much longer as German is at its worst: short words grow most.
function drawText(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    const drawn = word.replace(/[aeiouAEOU]/g, (letter) => accents[letter] ?? letter)
    const tail = drawn.slice(-1).repeat(Math.ceil(word.length * 0.35))
    return word === word.toUpperCase() ? drawn : drawn + tail
  })
}

// How icu-minify writes what has branches: [argument, 1 to 3, branches]; a tag is [name, …children].
const isBranching = (kind: unknown) => kind === 1 || kind === 2 || kind === 3

function drawNode(node: unknown): unknown {
  if (typeof node === 'string') return drawText(node)
  if (!Array.isArray(node) || node.length < 2) return node
  const [name, kind, ...rest] = node
  if (isBranching(kind)) {
    const branches = Object.entries(rest[0] as Record<string, unknown>)
    return [name, kind, Object.fromEntries(branches.map(([key, branch]) => [key, drawBranch(branch)]))]
  }
  return typeof kind === 'number' && kind !== 0 ? node : [name, ...[kind, ...rest].map(drawNode)]
}

const drawBranch = (branch: unknown): unknown => (Array.isArray(branch) ? branch.map(drawNode) : drawNode(branch))

/** A compiled English message, longer and with accents: for the mirrored language. */
export function drawnOut(message: CompiledMessage): CompiledMessage {
  return drawBranch(message) as CompiledMessage
}
