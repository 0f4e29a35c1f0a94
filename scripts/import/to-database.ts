import { closeDatabase, prisma } from '@/lib/db'
import { Ingest } from '@/lib/entries/ingest'
import { wholeProcessAcrossProjects } from '@/lib/wall'
import type { Destination } from '@/scripts/import/destination'
import { Mistake } from '@/scripts/import/options'

async function projectOf(given: string | undefined): Promise<{ projectId: string; name: string }> {
  const projects = await prisma().project.findMany({ select: { projectId: true, name: true } })
  const [only] = projects
  const found = given ? projects.find(({ projectId }) => projectId === given) : projects.length === 1 && only
  if (found) return found
  const known = projects.map(({ projectId, name }) => `  ${projectId}  ${name}`).join('\n')
  if (!known) throw new Mistake('There is no project yet. Run: npm run admin')
  throw new Mistake(`${given ? `There is no project ${given}.` : 'Say which project:'} These are:\n${known}`)
}

/** The database itself, by the same rules as the API. */
export async function toDatabase(project: string | undefined): Promise<Destination> {
  wholeProcessAcrossProjects()
  const { projectId, name } = await projectOf(project)
  // Whoever has the database needs no key.
  const whoIsHere = async () => ({ now: new Date() })
  const caller = { kind: 'apiKey', keyKind: 'secret', keyId: 'import', projectId, destinationIds: null } as const
  return {
    close: closeDatabase,
    name: `project "${name}"`,
    write: async (records) => {
      const ingest = new Ingest({ caller, whoIsHere }, projectId)
      for (const [index, record] of records.entries()) ingest.add(index, record)
      await ingest.flush(new Date())
      return ingest.answer
    },
  }
}
