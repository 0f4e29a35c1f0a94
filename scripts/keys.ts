import { parseArgs } from 'node:util'
import { createApiKey } from '@/lib/auth/api-keys'
import { listApiKeys, revokeApiKeys } from '@/lib/auth/data'
import { closeDatabase, prisma } from '@/lib/db'

const usage = `API keys of a project.

  npm run keys -- list   [--project ID]
  npm run keys -- create --kind secret|publishable --name "Web shop" [--project ID] [--stores id,id] [--expires 2027-01-31]
  npm run keys -- revoke KEY_ID|PREFIX [--project ID]

Without --project the only project is meant. A key is shown once. Revoking works within 5 s.`

class Mistake extends Error {}

async function projectIdOf(given: string | undefined): Promise<string> {
  const projects = await prisma().project.findMany({ select: { projectId: true, name: true } })
  const [only] = projects
  if (given) {
    if (projects.some((p) => p.projectId === given.toLowerCase())) return given.toLowerCase()
    throw new Mistake(`There is no project ${given}. Run: npm run keys -- list`)
  }
  if (projects.length === 1 && only) return only.projectId
  const known = projects.map((p) => `  ${p.projectId}  ${p.name}`).join('\n')
  throw new Mistake(
    known ? `Say which project with --project:\n${known}` : 'There is no project yet. Run: npm run admin',
  )
}

async function list(project: string | undefined): Promise<void> {
  const keys = await listApiKeys(project)
  if (keys.length === 0) console.log('No keys yet. Make one: npm run keys -- create --kind secret --name "Web shop"')
  for (const key of keys) {
    const state = key.revokedAt
      ? `revoked ${key.revokedAt.toISOString()}`
      : key.expiresAt
        ? `expires ${key.expiresAt.toISOString()}`
        : 'active'
    const used = key.lastUsedAt ? `last used ${key.lastUsedAt.toISOString()}` : 'never used'
    const stores = Array.isArray(key.destinationIds) ? ` · stores ${key.destinationIds.join(', ')}` : ''
    console.log(`${key.keyId}  ${key.prefix}…  ${key.kind}  "${key.name}" · ${state} · ${used}${stores}`)
  }
}

type Values = { project?: string; kind?: string; name?: string; stores?: string; expires?: string }

async function create(values: Values, now: Date): Promise<void> {
  const { kind, name } = values
  if (kind !== 'secret' && kind !== 'publishable') throw new Mistake('Say --kind secret or --kind publishable.')
  if (!name?.trim()) throw new Mistake('Give the key a name: --name "Web shop".')
  const expiresAt = values.expires ? new Date(values.expires) : null
  if (expiresAt && !(expiresAt.getTime() > now.getTime()))
    throw new Mistake('--expires wants a date to come: 2027-01-31.')
  const projectId = await projectIdOf(values.project)
  const destinationIds =
    values.stores
      ?.split(',')
      .map((id) => id.trim())
      .filter(Boolean) ?? null
  const { key, keyId } = await createApiKey({ projectId, kind, name: name.trim(), destinationIds, expiresAt }, now)
  console.log(`${key}\nKey ${keyId} of project ${projectId}. It is shown this once: keep it now.`)
}

async function revoke(idOrPrefix: string | undefined, project: string | undefined, now: Date): Promise<void> {
  if (!idOrPrefix) throw new Mistake('Say which key: npm run keys -- revoke KEY_ID (see: npm run keys -- list)')
  const count = await revokeApiKeys(project, idOrPrefix, now)
  if (count === 0) throw new Mistake(`No active key is called ${idOrPrefix}. Run: npm run keys -- list`)
  console.log(`${count === 1 ? 'The key is' : `${count} keys are`} revoked, on every server within 5 s.`)
}

async function main(): Promise<void> {
  const options = {
    project: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    stores: { type: 'string' },
    expires: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  const [verb, subject] = positionals
  const now = new Date()
  if (verb === 'list') await list(values.project)
  else if (verb === 'create') await create(values, now)
  else if (verb === 'revoke') await revoke(subject, values.project, now)
  else throw new Mistake(usage)
}

main()
  .catch((error) => {
    console.error(error instanceof Mistake || error.code?.startsWith('ERR_PARSE_ARGS') ? error.message : error)
    process.exitCode = 1
  })
  .finally(closeDatabase)
