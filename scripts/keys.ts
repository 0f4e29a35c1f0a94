import { parseArgs } from 'node:util'
import * as z from 'zod'
import { atConsole } from '@/lib/audit/actor'
import { closeDatabase, prisma } from '@/lib/db'
import { Refusal } from '@/lib/errors'
import { findKey, listKeys } from '@/lib/keys/data'
import { makeKey, revokeKey, rotateKey } from '@/lib/keys/deeds'
import { isInForce } from '@/lib/keys/model'
import { type ApiKey, type MadeKey, NewKey } from '@/lib/keys/schema'
import { wholeProcessAcrossProjects } from '@/lib/wall'

// Whoever runs the server may.
const atTheConsole = { actor: atConsole, maker: null }

const usage = `API keys of a project.

  npm run keys -- list   [--project ID]
  npm run keys -- create --kind secret|publishable --name "Web shop" [--test] [--project ID] [--stores id,id] [--expires 2027-01-31]
  npm run keys -- rotate KEY_ID|PREFIX [--overlap now|1h|24h|7d] [--project ID]
  npm run keys -- revoke KEY_ID|PREFIX [--project ID]

Without --project the only project is meant. A key is shown once. Rotating makes a new key with the same rights, and the
old one still works for the overlap (24h). Revoking works within 5 s. What is done stands in the project's record.`

class Mistake extends Error {}

type Values = {
  project?: string
  kind?: string
  name?: string
  stores?: string
  expires?: string
  overlap?: string
  test?: boolean
}

const overlapSeconds = new Map([
  ['now', 0],
  ['1h', 3_600],
  ['24h', 86_400],
  ['7d', 604_800],
])

async function projectsOf(given: string | undefined): Promise<string[]> {
  const projects = await prisma().project.findMany({ select: { projectId: true }, orderBy: { createdAt: 'asc' } })
  const found = projects.map(({ projectId }) => projectId).filter((id) => !given || id === given.toLowerCase())
  if (given && found.length === 0) throw new Mistake(`There is no project ${given}. Run: npm run keys -- list`)
  return found
}

async function projectIdOf(given: string | undefined): Promise<string> {
  const [only, ...others] = await projectsOf(given)
  if (!only) throw new Mistake('There is no project yet. Run: npm run admin')
  if (others.length === 0) return only
  const projects = await prisma().project.findMany({ select: { projectId: true, name: true } })
  const known = projects.map((p) => `  ${p.projectId}  ${p.name}`).join('\n')
  throw new Mistake(`Say which project with --project:\n${known}`)
}

function stateWords({ state, revokedAt, expiresAt }: ApiKey): string {
  if (state === 'ending') return `rotated, overlaps until ${expiresAt?.toISOString()}`
  if (state === 'revoked') return `revoked ${revokedAt?.toISOString()}`
  if (!isInForce(state)) return `${state} ${expiresAt?.toISOString()}`
  return expiresAt ? `expires ${expiresAt.toISOString()}` : 'active'
}

/** All stores that a key is narrowed to, in words. A list has the first of them; of one key all are told. */
async function storesOf(projectId: string, { keyId, destinationIds, storeCount }: ApiKey, now: Date): Promise<string> {
  const isWhole = storeCount === (destinationIds?.length ?? null)
  const stores = isWhole ? destinationIds : (await findKey(projectId, keyId, now))?.destinationIds
  return stores ? ` · stores ${stores.join(', ')}` : ''
}

async function list(project: string | undefined, now: Date): Promise<void> {
  const listOf = async (projectId: string) => (await listKeys(projectId, now)).map((key) => ({ ...key, projectId }))
  const keys = (await Promise.all((await projectsOf(project)).map(listOf))).flat()
  if (keys.length === 0) console.log('No keys yet. Make one: npm run keys -- create --kind secret --name "Web shop"')
  for (const key of keys) {
    const used = key.lastUsedAt ? `last used ${key.lastUsedAt.toISOString()}` : 'never used'
    const stores = await storesOf(key.projectId, key, now)
    const kind = `${key.kind}${key.isTest ? ' (test)' : ''}`
    console.log(`${key.keyId}  ${key.prefix}…  ${kind}  "${key.name}" · ${stateWords(key)} · ${used}${stores}`)
  }
}

function tell({ key, apiKey: { keyId } }: MadeKey, projectId: string): void {
  console.log(`${key}\nKey ${keyId} of project ${projectId}. It is shown this once: keep it now.`)
}

// 32, 12/31 and the 31st of February are dates as well, to Date.
const Expiry = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

function expiryOf(said: string | undefined, now: Date): Date | null {
  if (said === undefined) return null
  const at = new Date(said)
  if (Expiry.safeParse(said).success && at > now) return at
  throw new Mistake('--expires wants a date to come, 2027-01-31, or a time with its zone: 2027-01-31T18:00:00Z.')
}

async function create(values: Values, now: Date): Promise<void> {
  const { kind, name, expires, test: isTest = false } = values
  if (kind !== 'secret' && kind !== 'publishable') throw new Mistake('Say --kind secret or --kind publishable.')
  if (!name?.trim()) throw new Mistake('Give the key a name: --name "Web shop".')
  const expiresAt = expiryOf(expires, now)
  const projectId = await projectIdOf(values.project)
  const stores = values.stores?.split(',').map((id) => id.trim())
  const destinationIds = stores?.filter(Boolean) ?? null
  const wanted = NewKey.safeParse({ projectId, kind, name, isTest, destinationIds })
  if (!wanted.success) throw new Mistake(wanted.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('\n'))
  tell(await makeKey({ ...wanted.data, expiresAt }, atTheConsole, now), projectId)
}

/** The key that an id means, or the characters it begins with. */
async function keyOf(idOrPrefix: string | undefined, project: string | undefined, now: Date) {
  if (!idOrPrefix) throw new Mistake('Say which key, by its id or its first characters (see: npm run keys -- list)')
  const isMeant = ({ keyId, prefix }: ApiKey) => keyId === idOrPrefix.toLowerCase() || prefix === idOrPrefix
  const found = await Promise.all(
    (await projectsOf(project)).map(async (projectId) =>
      (await listKeys(projectId, now))
        .filter((key) => isMeant(key) && isInForce(key.state))
        .map(({ keyId }) => ({ projectId, keyId })),
    ),
  )
  const [key, ...others] = found.flat()
  if (!key) throw new Mistake(`No active key is called ${idOrPrefix}. Run: npm run keys -- list`)
  if (others.length > 0) throw new Mistake(`Several keys begin with ${idOrPrefix}. Say which by its id.`)
  return key
}

async function rotate(subject: string | undefined, { project, overlap = '24h' }: Values, now: Date): Promise<void> {
  const seconds = overlapSeconds.get(overlap)
  if (seconds === undefined) throw new Mistake(`--overlap is one of ${[...overlapSeconds.keys()].join(', ')}.`)
  const old = await keyOf(subject, project, now)
  tell(await rotateKey(old, { overlapSeconds: seconds }, atTheConsole, now), old.projectId)
  const until = new Date(now.getTime() + seconds * 1000).toISOString()
  console.log(seconds === 0 ? 'The old key has ended.' : `The old key works until ${until} at the latest.`)
}

async function revoke(subject: string | undefined, { project }: Values, now: Date): Promise<void> {
  const { name } = await revokeKey(await keyOf(subject, project, now), atTheConsole, now)
  console.log(`The key "${name}" is revoked, on every server within 5 s.`)
}

async function main(): Promise<void> {
  const options = {
    project: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    stores: { type: 'string' },
    expires: { type: 'string' },
    overlap: { type: 'string' },
    test: { type: 'boolean' },
  } as const
  const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  const [verb, subject] = positionals
  const now = new Date()
  if (verb === 'list') await list(values.project, now)
  else if (verb === 'create') await create(values, now)
  else if (verb === 'rotate') await rotate(subject, values, now)
  else if (verb === 'revoke') await revoke(subject, values, now)
  else throw new Mistake(usage)
}

wholeProcessAcrossProjects()
main()
  .catch((error) => {
    const isSaid = error instanceof Mistake || error instanceof Refusal || error.code?.startsWith('ERR_PARSE_ARGS')
    console.error(isSaid ? (error.detail ?? error.message) : error)
    process.exitCode = 1
  })
  .finally(closeDatabase)
