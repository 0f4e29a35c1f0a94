import { Busy } from '@/lib/errors'
import { readJsonText } from '@/lib/http/json-body'

const mebibyte = 1024 * 1024
const mostOfOne = 32 * mebibyte
const mostOfAll = 4 * mostOfOne

// Next evaluates a module once per bundle.
const held = globalThis as typeof globalThis & { baycallLargeBodies?: Map<string, number> }

// Of each project, in bytes.
held.baycallLargeBodies ??= new Map()
const underway = held.baycallLargeBodies

function put(projectId: string, bytes: number): void {
  const sum = (underway.get(projectId) ?? 0) + bytes
  if (sum > 0) underway.set(projectId, sum)
  else underway.delete(projectId)
}

const sumOf = (all: Iterable<number>) => [...all].reduce((sum, bytes) => sum + bytes, 0)

// Who holds nothing yet may hold one, however much others do.
function hasRoom(projectId: string, bytes: number): boolean {
  const own = underway.get(projectId) ?? 0
  return own === 0 || (own + bytes <= mostOfOne && sumOf(underway.values()) + bytes <= mostOfAll)
}

/**
 * Work with the JSON text of a body that may be large. Bodies are held while they come, which a sender may take half a minute
 * for, and while they wait for their turn: 32 MiB of a project at a time and 128 MiB of all, but for one of each project.
 * Throws unavailable beyond that, body_not_json, body_too_large, body_malformed.
 */
export async function withLargeBody<T>(
  { projectId, request, limitBytes }: { projectId: string; request: Request; limitBytes: number },
  work: (text: string) => Promise<T>,
): Promise<T> {
  let own = 0
  const hold = (bytes: number) => {
    // What goes on with one that has begun as the first of its project is no second.
    const isFirst = own > 0 && own === underway.get(projectId)
    if (!isFirst && !hasRoom(projectId, bytes)) {
      throw new Busy('Too many large bodies are underway: send this one again in a moment.', 1)
    }
    put(projectId, bytes)
    own += bytes
  }
  try {
    return await work(await readJsonText(request, limitBytes, hold))
  } finally {
    put(projectId, -own)
  }
}
