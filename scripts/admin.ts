import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { deleteSecondStep, findSecondStep } from '@/lib/account/data'
import { passwordRefusals } from '@/lib/account/model'
import { refusalOfPassword } from '@/lib/account/password'
import { atConsole } from '@/lib/audit/actor'
import { saveAccount } from '@/lib/auth/accounts'
import type { Membership } from '@/lib/auth/model'
import { closeDatabase, prisma } from '@/lib/db'
import { Refusal } from '@/lib/errors'
import { tellAll, wakeReader } from '@/lib/feed/wake'
import { Email } from '@/lib/http/fields'
import { findAccountByEmail } from '@/lib/invitations/data'
import { listParts } from '@/lib/people/data'
import { PersonName } from '@/lib/people/schema'
import { insertProject } from '@/lib/stores/data'
import { wholeProcessAcrossProjects } from '@/lib/wall'
import { randomPassword } from '@/prisma/factories/project'

const usage = `The first administrator, or a new password for one.

  npm run admin -- create --email you@shop.example [--name "Your Name"] [--project "Shop name" | --project ID] [--role owner|manager|staff] [--without-second-step]

An account that is there already gets a new password; its sessions and its passkeys end. What it may do stays, unless you
say --role: owners have all stores, others keep those that they have. Without --role a new account is an owner.
--without-second-step removes the second step of somebody who has lost phone and recovery codes.

The password is made here and printed once (or set BAYCALL_ADMIN_PASSWORD). A project of that name is made when there is none.`

class Mistake extends Error {}

type Role = Membership['role']

// An id, most of one or its beginning beyond the first hyphen, also in braces or as a URN: nobody calls a project so.
const isId = /^(urn:uuid:.*|[{][0-9a-f-]{8,}[}]?|[0-9a-f-]{20,}\W?|(?=.*[a-f])[0-9a-f]{8}-[0-9a-f-]*\W?)$/i

async function findProjectId(given: string | undefined): Promise<string | null> {
  const projects = await prisma().project.findMany({ orderBy: { createdAt: 'asc' } })
  const [only] = projects
  const known = given ? projects.find((p) => p.projectId === given.toLowerCase() || p.name === given) : undefined
  if (known) return known.projectId
  if (!given && projects.length === 1 && only) return only.projectId
  if (!given && projects.length > 1) {
    throw new Mistake(`Say which with --project:\n${projects.map((p) => `  ${p.projectId}  ${p.name}`).join('\n')}`)
  }
  return null
}

async function makeProject(name: string, now: Date): Promise<string> {
  const projectId = randomUUID()
  await insertProject(projectId, name, false, now)
  console.log(`Project "${name}" is made: ${projectId}`)
  return projectId
}

/** What an account is to be from now on; null where it is there, and nothing is said of that: then it stays what it is. */
async function partToGive(
  { email, role, project }: { email: string; role: Role | undefined; project: string | undefined },
  now: Date,
): Promise<Membership | null> {
  const account = await findAccountByEmail(email.toLowerCase())
  const parts = account ? await listParts(account.id) : []
  const isThere = account !== null && role === undefined
  if (isThere && project === undefined) return null
  const found = await findProjectId(project)
  const before = parts.find(({ projectId }) => projectId === found)
  if (isThere && !before)
    throw new Mistake(`${email} is not in that project yet: say with --role what to make of them.`)
  if (isThere) return null
  const given = role ?? 'owner'
  if (!found && isId.test(project ?? '')) throw new Mistake(`There is no project ${project}.`)
  if (!found && given !== 'owner')
    throw new Mistake(`There is no project ${project ? `"${project}"` : 'yet'}, and a new one begins with an owner.`)
  const projectId = found ?? (await makeProject(project ?? 'My stores', now))
  return { projectId, role: given, destinationIds: given === 'owner' ? null : (before?.destinationIds ?? null) }
}

function roleOf(said: string | undefined): Role | undefined {
  if (said !== undefined && said !== 'owner' && said !== 'manager' && said !== 'staff')
    throw new Mistake('--role is owner, manager or staff.')
  return said
}

const sayPart = ({ projectId, role, destinationIds }: Membership) =>
  `Role ${role} in project ${projectId}, ${destinationIds ? `in stores ${destinationIds.join(', ')}` : 'in all stores'}.`

async function removeSecondStep(userId: string, name: string, now: Date): Promise<void> {
  if (!(await findSecondStep(userId))?.isOn) return
  const note = { account: { userId, name }, actor: atConsole, action: 'account.secondStepOff' } as const
  await deleteSecondStep({ userId, shown: null, isOn: true }, note, now)
}

async function main(): Promise<void> {
  const options = {
    email: { type: 'string' },
    name: { type: 'string' },
    project: { type: 'string' },
    role: { type: 'string' },
    'without-second-step': { type: 'boolean' },
  } as const
  const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  if (positionals[0] !== 'create' || !values.email) throw new Mistake(usage)
  // By the rule that signing in has: else the account would be there, and nobody could sign in to it.
  if (!Email.safeParse(values.email).success) throw new Mistake(`${values.email} is no e-mail address.`)
  const role = roleOf(values.role)
  const name = values.name ?? values.email.split('@')[0] ?? values.email
  if (!PersonName.safeParse(name).success) {
    throw new Mistake('--name is 1 to 100 printable characters on one line.')
  }
  const now = new Date()
  const password = process.env.BAYCALL_ADMIN_PASSWORD || randomPassword()
  // Before a project is made for it.
  const refusal = await refusalOfPassword(password, { email: values.email, name })
  if (refusal) throw new Mistake(`BAYCALL_ADMIN_PASSWORD: ${passwordRefusals[refusal]}.`)
  const membership = await partToGive({ email: values.email, role, project: values.project?.trim() || undefined }, now)
  const { isNew, userId, passkeysEnded } = await saveAccount(
    { email: values.email, password, name, membership, actor: atConsole },
    now,
  )
  wakeReader(userId)
  await tellAll()
  if (values['without-second-step']) await removeSecondStep(userId, values.email.toLowerCase(), now)
  const shown = process.env.BAYCALL_ADMIN_PASSWORD ? 'the password you set' : `password ${password} (shown this once)`
  console.log(`${values.email}: ${isNew ? 'account made' : 'account there already, password changed'}, ${shown}`)
  if (passkeysEnded > 0) console.log(`Its passkeys sign nobody in any more (${passkeysEnded} removed): add them anew.`)
  const parts = await listParts(userId)
  for (const part of parts) console.log(sayPart(part))
  if (parts.length === 0) console.log('It is in no project: say with --role and --project what to make of it.')
  if (isNew && membership) {
    const { projectId } = membership
    console.log(`Keys: npm run keys -- create --kind secret --name "Server" --project ${projectId}`)
  }
}

wholeProcessAcrossProjects()
main()
  .catch((error) => {
    const said = error instanceof Mistake || error instanceof Refusal || error.code?.startsWith('ERR_PARSE_ARGS')
    console.error(said ? error.message : error)
    process.exitCode = 1
  })
  .finally(closeDatabase)
