import { closeDatabase, prisma } from '@/lib/db'
import { rebuildSums, verifySums } from '@/lib/rollups/check'
import { wholeProcessAcrossProjects } from '@/lib/wall'

const usage = `Roll-ups of entries: what counts and charts are read from.

  npm run rollups -- verify  [--project ID]   compares them with the entries; exit code 1 if they differ
  npm run rollups -- rebuild [--project ID]   makes them anew from the entries

Both run beside live traffic. Without --project: all projects, one after the other.`

async function projectsOf(given: string | undefined) {
  const projects = await prisma().project.findMany({ select: { projectId: true, name: true } })
  if (!given) return projects
  const found = projects.filter(({ projectId }) => projectId === given.toLowerCase())
  if (found.length === 0) throw new Error(`There is no project ${given}. Run: npm run keys -- list`)
  return found
}

async function verify(projectId: string): Promise<boolean> {
  const differences = await verifySums(projectId)
  for (const { sums, of, found, expected } of differences) {
    console.log(`  ${sums}: ${of}: found ${found || 'none'}, expected ${expected || 'none'}`)
  }
  console.log(differences.length === 0 ? '  as the entries say' : '  They differ. Run: npm run rollups -- rebuild')
  return differences.length === 0
}

async function run(command: string | undefined, option: string | undefined, id: string | undefined): Promise<number> {
  const isKnown = (command === 'verify' || command === 'rebuild') && (option === undefined || option === '--project')
  if (!isKnown || (option && !id)) {
    console.log(usage)
    return 1
  }
  let isRight = true
  for (const { projectId, name } of await projectsOf(id)) {
    console.log(`${name} (${projectId})`)
    if (command === 'rebuild') await rebuildSums(projectId)
    isRight = (await verify(projectId)) && isRight
  }
  return isRight ? 0 : 1
}

wholeProcessAcrossProjects()
const [command, option, id] = process.argv.slice(2)
try {
  process.exitCode = await run(command, option, id)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await closeDatabase()
}
