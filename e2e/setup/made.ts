import type { Makes } from '@/e2e/setup/maker'

/** Has something made for a story, in the database of its server (maker.ts). */
export async function made<W extends keyof Makes>(what: W, projectId = ''): Promise<Awaited<ReturnType<Makes[W]>>> {
  const response = await fetch(`${process.env.E2E_MAKER_URL}/${what}/${projectId}`, { method: 'POST' })
  if (!response.ok) throw new Error(`${what} could not be made: ${await response.text()}`)
  return response.json()
}
