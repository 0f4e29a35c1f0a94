import { type Going, going } from '@/lib/patience'

/**
 * The second wall (docs/decisions/0021): every statement says whose rows it may see, and PostgreSQL shows no others
 * (row-level security), whatever the statement forgets to ask. Whose they are goes with the request.
 */
const everyProject = '*'

/** A statement was made where nobody has said whose rows it may see: it would see none. */
export class NoScope extends Error {
  override readonly name = 'NoScope'

  constructor() {
    super('no scope: authenticate, or say acrossProjects() or inProjects() (lib/wall.ts)')
  }
}

// A command is one work from its beginning to its end.
const held = globalThis as typeof globalThis & { baycallProcessScope?: string }

/** Whose rows are seen here and now: ids of projects, comma separated; `*`: everybody's; null: nobody has said. */
export function currentScope(): string | null {
  return going.getStore()?.projects ?? held.baycallProcessScope ?? null
}

/**
 * Whose share of the connections a statement counts to here and now, as currentScope. Whoever is in several projects has
 * none of their own beside those: of a request it is one project's.
 */
export function currentShare(): string | null {
  return going.getStore()?.countedTo ?? currentScope()
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function scopeOf(projectIds: Iterable<string>): string {
  // In one order, whoever asks: it may also be whose share of the connections a statement counts to.
  const ids = [...new Set(projectIds)].sort()
  for (const id of ids) if (!uuid.test(id)) throw new Error('a scope is made of ids of projects')
  return ids.join(',')
}

/** For whom, and with what patience, goes on what goes on here. */
function asHere(): Pick<Going, 'patience' | 'from' | 'isForKnown'> {
  const here = going.getStore()
  return { patience: here?.patience, from: here?.from, isForKnown: here?.isForKnown }
}

/** Runs work as it would run elsewhere. What Prisma would begin when it is awaited, and so outside, begins here. */
function runIn<T>(there: Going, work: () => T): T {
  return going.run(there, () => {
    const done = work()
    const isLazy = Reflect.get(Object(done), Symbol.toStringTag) === 'PrismaPromise'
    return isLazy ? ((done as Promise<unknown>).then((value) => value) as T) : done
  })
}

/**
 * Runs what has to look across projects: who a credential belongs to before it is known whose it is, and the server's own
 * upkeep. Everything else sees the rows of its caller's projects alone. Once somebody is known it counts to the share that they
 * count to: else whoever asks for their account by the hundred keeps everybody from being known.
 */
export function acrossProjects<T>(work: () => T): T {
  return runIn({ ...asHere(), projects: everyProject, countedTo: going.getStore()?.countedTo }, work)
}

/**
 * Looks up anew who somebody is that was known when it was asked last, of whom `projectId` was the project ('': of none): with those
 * who are known, and with those of the same project alone. However much is asked for in another keeps nobody from being known.
 */
export function lookUpAgain<T>(projectId: string, work: () => T): T {
  const projects = going.getStore()?.projects ?? null
  return runIn({ ...asHere(), isForKnown: true, projects, countedTo: `look-ups ${projectId}` }, work)
}

/**
 * As acrossProjects, for what several requests wait for, each with its own patience (Patience.outside): it counts to the share of
 * whoever asks first, or of all who ask for that (`what`) and are nobody's yet, and keeps nobody else from being known.
 */
export function acrossForSeveral<T>(what: string, work: () => T): T {
  const countedTo = going.getStore()?.countedTo ?? what
  return runIn({ ...asHere(), patience: undefined, projects: everyProject, countedTo }, work)
}

/** Runs what is about these projects alone, whoever it is for: what a timer or a wake-up does. */
export function inProjects<T>(projectIds: Iterable<string>, work: () => T): T {
  return runIn({ ...asHere(), projects: scopeOf(projectIds) }, work)
}

/** From here on a request or page sees these projects' rows, and counts to the first of them until it has named one. */
function see(asker: Going, projectIds: Iterable<string>): void {
  asker.projects = scopeOf(projectIds)
  const all = asker.projects.split(',')
  if (!all.includes(asker.countedTo ?? '')) asker.countedTo = all[0]
}

/** From here on the request sees these projects' rows: its caller is known. */
export function seeProjects(projectIds: Iterable<string>): void {
  const request = going.getStore()
  if (!request) throw new Error('nothing goes on here that could have a scope')
  see(request, projectIds)
}

/** From here on the request's statements count to the share of the project that it names, if it sees that one's rows. */
export function countTo(projectId: string): void {
  const request = going.getStore()
  if (request?.projects?.split(',').includes(projectId)) request.countedTo = projectId
}

/**
 * Begins what no one function encloses, a page that is rendered: what the caller of this goes on to do has the scope that
 * the answer is told. Called before anything is awaited: who awaits meanwhile keeps what went on when they began to.
 */
export function beginScope(): (projectIds: Iterable<string>) => void {
  const page: Going = { patience: undefined, projects: null }
  going.enterWith(page)
  return (projectIds) => see(page, projectIds)
}

/** For work that somebody else's code begins later, such as a stream as it is read: it runs as if it began here. */
export function keepScope(): <T>(work: () => T) => T {
  const countedTo = going.getStore()?.countedTo
  const here: Going = { ...asHere(), patience: undefined, projects: currentScope(), countedTo }
  return (work) => runIn(here, work)
}

/** For a command, whose whole process looks across projects. A server never says so. */
export function wholeProcessAcrossProjects(): void {
  held.baycallProcessScope = everyProject
}
