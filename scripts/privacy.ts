import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { atConsole } from '@/lib/audit/actor'
import type { Asked, Found } from '@/lib/customers/model'
import { countRecords, eraseRecords, exportRecords, searchCustomer } from '@/lib/customers/records'
import { closeDatabase, prisma } from '@/lib/db'
import { Refusal } from '@/lib/errors'
import { acrossProjects, inProjects } from '@/lib/wall'

const usage = `What is kept of one customer, by phone or plate, however it is written.

  npm run privacy -- export --phone "+44 20 7946 0123" | --plate "AB12 CDE" [--project ID] [--out FILE]
  npm run privacy -- erase  --phone "+44 20 7946 0123" | --plate "AB12 CDE" [--project ID] [--dry-run] [--yes]

export writes one JSON document. erase empties every detail of their orders and entries but those that the project has
declared as not personal, for good, beside live traffic; waits and counts stay. --dry-run says what it would find. All three are noted in the audit record. Without --project:
all projects. Backups keep what they hold: see docs/operations.md.`

class Mistake extends Error {}

type Project = { projectId: string; name: string }

async function projectsOf(given: string | undefined): Promise<Project[]> {
  const projects = await acrossProjects(() => prisma().project.findMany({ select: { projectId: true, name: true } }))
  if (!given) return projects
  const found = projects.filter(({ projectId }) => projectId === given.toLowerCase())
  if (found.length === 0) throw new Mistake(`There is no project ${given}. Run: npm run keys -- list`)
  return found
}

const inWords = ({ orders, entries, requests, views }: Found) =>
  `${orders} orders, ${entries} entries, ${requests} answers kept for retries, ${views} saved views`

const isNothing = ({ orders, entries, requests, views }: Found) => orders + entries + requests + views === 0

/** The projects that keep something of the customer, each with how much. */
async function holding(projects: Project[], asked: Asked): Promise<(Project & { found: Found })[]> {
  const all = []
  for (const project of projects) {
    const { projectId } = project
    all.push({ ...project, found: await inProjects([projectId], () => countRecords(projectId, asked)) })
  }
  return all.filter(({ found }) => !isNothing(found))
}

const nothing = 'Nothing is kept of this customer.'

async function exportAll(projects: Project[], asked: Asked, out: string | undefined): Promise<void> {
  const documents = []
  for (const { projectId } of await holding(projects, asked)) {
    const asking = { projectId, asked, actor: atConsole }
    const document = await inProjects([projectId], () => exportRecords(asking, new Date()))
    const { isWhole, orders, entries, found } = document
    const held = `${orders.length} of ${found.orders} orders and ${entries.length} of ${found.entries} entries`
    if (!isWhole) console.error(`Not whole: ${held}, as much as one document may hold.`)
    documents.push(document)
  }
  if (documents.length === 0) return console.error(nothing)
  const json = `${JSON.stringify(documents.length === 1 ? documents[0] : documents, null, 2)}\n`
  if (out === undefined) process.stdout.write(json)
  else {
    writeFileSync(out, json, { mode: 0o600, flag: 'wx' })
    console.log(`Written to ${out}.`)
  }
}

async function isSure(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Mistake('Nobody can be asked here: add --yes to erase it for good.')
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('Erase it for good? Type "erase": ')
  lines.close()
  return answer.trim().toLowerCase() === 'erase'
}

/** Whoever looks leaves a line, in each project that has told them something. */
async function noteSearch(projects: Project[], asked: Asked): Promise<void> {
  for (const { projectId } of projects) {
    const asking = { projectId, asked, actor: atConsole }
    await inProjects([projectId], () => searchCustomer(asking, new Date()))
  }
}

async function eraseAll(projects: Project[], asked: Asked, how: { isDry: boolean; isYes: boolean }): Promise<void> {
  const found = await holding(projects, asked)
  // Before they are told: whoever then goes, or thinks better of it, has been told all the same.
  if (how.isDry || !how.isYes) await noteSearch(found, asked)
  for (const { name, projectId, found: inProject } of found)
    console.log(`${name} (${projectId}): ${inWords(inProject)}`)
  if (found.length === 0) return console.log(nothing)
  if (how.isDry) return
  if (!how.isYes && !(await isSure())) return console.log('Nothing was erased.')
  for (const { projectId, name } of found) {
    const asking = { projectId, asked, actor: atConsole }
    const erased = await inProjects([projectId], () => eraseRecords(asking, new Date()))
    console.log(`${name}: erased ${inWords(erased)}`)
  }
}

async function main(): Promise<void> {
  const options = {
    phone: { type: 'string' },
    plate: { type: 'string' },
    project: { type: 'string' },
    out: { type: 'string' },
    yes: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  const { phone, plate, out } = values
  const [verb] = positionals
  if ((phone === undefined) === (plate === undefined) || (verb !== 'export' && verb !== 'erase'))
    throw new Mistake(usage)
  const asked: Asked = phone === undefined ? { kind: 'plate', value: plate ?? '' } : { kind: 'phone', value: phone }
  const projects = await projectsOf(values.project)
  if (verb === 'export') await exportAll(projects, asked, out)
  else await eraseAll(projects, asked, { isDry: values['dry-run'], isYes: values.yes })
}

main()
  .catch((error) => {
    // Of the file that was asked for, the system says what is wrong.
    const isOfFile = typeof error.path === 'string' && error.syscall !== undefined
    const said = error instanceof Mistake || error.code?.startsWith('ERR_PARSE_ARGS') || isOfFile
    const fields = error instanceof Refusal ? error.extras.errors?.map(({ message }) => message).join(' ') : undefined
    console.error(said ? error.message : (fields ?? error))
    process.exitCode = 1
  })
  .finally(closeDatabase)
