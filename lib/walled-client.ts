import type { Socket } from 'node:net'
import pg from 'pg'
import { log } from '@/lib/log'
import { currentScope, NoScope } from '@/lib/wall'

/** Whom statements run as: owner of nothing and bound by every policy (docs/decisions/0021, `raise_wall` in the migration). */
const role = 'baycall_app'

const scopeStatement = 'baycall-scope'
// Without a row in answer: there is nothing to read.
const sayScope = "select where set_config('baycall.projects', $1, true) is null"
// Through a pooler the connection is anybody's: the role goes with each statement too.
const sayRoleAndScope = `select where set_config('role', '${role}', true) is null or set_config('baycall.projects', $1, true) is null`

/** What pg's own Query does beyond its types (node_modules/pg/lib/query.js). */
type Wire = pg.Connection & {
  stream: Socket
  parse(what: { text: string }): void
  bind(what: { statement?: string; values: string[] }): void
  execute(what: object): void
}
declare class PgQuery extends pg.Query {
  requiresPreparation(): boolean
  prepare(connection: Wire): void
  handleCommandComplete(message: unknown, connection: Wire): void
  callback?: (error: Error | null, result: never) => void
}
const Query = pg.Query as unknown as typeof PgQuery

type Asked = pg.QueryConfig & { query_timeout?: number }

/**
 * A statement that says its scope first, in the same round trip and the same implicit transaction: nothing of it stays on
 * the connection, whatever becomes of the statement. Inside a transaction the scope is that of its beginning.
 */
class WalledQuery extends Query {
  query_timeout: number | undefined
  /** Until the answer to what was said first has come. */
  private isAnnouncing = false

  constructor(
    asked: Asked,
    private readonly client: WalledClient,
    private readonly scope: string,
  ) {
    super(asked)
    this.query_timeout = asked.query_timeout
  }

  override requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: Wire): void {
    if (this.client.getTransactionStatus() === 'I') {
      this.isAnnouncing = true
      const named = this.client.wall === 'session'
      if (!named) connection.parse({ text: this.client.wall === 'statement' ? sayRoleAndScope : sayScope })
      connection.bind({ ...(named && { statement: scopeStatement }), values: [this.scope] })
      connection.execute({})
    }
    super.prepare(connection)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.isAnnouncing) this.isAnnouncing = false
    else super.handleCommandComplete(message, connection)
  }
}

/** A connection all of whose statements say their scope. Those made without one throw NoScope. */
export class WalledClient extends pg.Client {
  /** How: the role is the connection's (session), or goes with each statement; or there is none, and the owner is bound. */
  wall: 'session' | 'statement' | 'owner' = 'owner'

  override query(...asked: unknown[]): never {
    const [what, ...more] = asked
    const scope = currentScope()
    // BEGIN has said it.
    if (this.getTransactionStatus() !== 'I') return Reflect.apply(super.query, this, asked) as never
    if (scope === null) throw new NoScope()
    const values = Array.isArray(more[0]) ? more.shift() : undefined
    const whole = {
      ...(typeof what === 'string' ? { text: what } : (what as Asked)),
      ...(values !== undefined && { values }),
    }
    const query = new WalledQuery(whole as Asked, this, scope)
    const [callback] = more
    if (callback) return super.query(query as never, callback as never) as never
    const answered = new Promise((resolve, reject) => {
      query.callback = (error, result) => (error ? reject(error) : resolve(result))
      super.query(query)
    })
    return answered.catch((error) => {
      // As pg does: the way to whoever asked, not to the socket that was read.
      Error.captureStackTrace(error)
      throw error
    }) as never
  }

  /** A statement as it is, for what a connection needs itself. */
  bare(text: string): Promise<pg.QueryResult> {
    return super.query(text)
  }
}

// Who may take the role has it from here on. (That a role may be taken is "set" only since PostgreSQL 16.)
const takeRole = (isTaken: boolean) => `
  select w.*, current_setting('transaction_read_only') = 'on' as only_reads,
    case when w.has_role and ${isTaken} then set_config('role', '${role}', false) end
  from (
    select to_regprocedure('raise_wall()') is not null as stands, r.rolsuper or r.rolbypassrls as passes,
           exists (
             select from pg_roles a
             where a.rolname = '${role}' and not a.rolsuper and not a.rolbypassrls
               and pg_has_role(a.oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)
               and has_table_privilege(a.oid, to_regclass('_prisma_migrations'), 'select')) as has_role
    from pg_roles r where r.rolname = current_user
    offset 0
  ) w`

const held = globalThis as typeof globalThis & { baycallWallIsTold?: boolean }

/** A server's first connection says in its log which wall there is; a command has other things to say. */
export function tellOfWall(): void {
  held.baycallWallIsTold ??= false
}

function tell(wall: WalledClient['wall']): void {
  if (held.baycallWallIsTold !== false) return
  held.baycallWallIsTold = true
  if (wall !== 'owner') log.info(`statements run as ${role}, which sees the rows of their projects alone`)
  else log.info(`statements run as the tables' owner, whom policies bind too: there is no role ${role}`)
}

/** A connection for work of its own across projects, such as maintenance: for as long as it lives. */
export async function standAcrossProjects(client: pg.Client): Promise<void> {
  await client.query(takeRole(true))
  await client.query("select set_config('baycall.projects', '*', false)")
}

/** What PostgreSQL says of a statement that would write, where it may not. */
export const onlyReads = '25006'

class OnlyReads extends Error {
  readonly code = onlyReads
  override readonly name = 'OnlyReads'

  constructor() {
    super('the database may only be read')
  }
}

// One a second: for as long as the database may only be read, the next one can do no more.
const endsReaderEachMs = 1_000
let endedReaderAt = Number.NEGATIVE_INFINITY

const endReader = `select pg_terminate_backend(pg_backend_pid())
  where current_setting('transaction_read_only') = 'on' and not pg_is_in_recovery()`

/**
 * A pooler's connection that was opened while the database might only be read goes on refusing for as long as the pooler
 * keeps it: has it end, if it is one such that we are given.
 */
export async function endPoolersReader(client: WalledClient): Promise<void> {
  if (performance.now() - endedReaderAt < endsReaderEachMs) return
  endedReaderAt = performance.now()
  // It ends in the middle of this.
  await client.bare(endReader).catch(() => {})
}

/**
 * Puts a new connection behind the wall. Throws where nothing would hold: for a superuser (or who bypasses policies) that
 * can't take the role. And where it may only read, as it then does for as long as it lives: the database's disk is nearly
 * full, or it is a copy, and what it tells may be old.
 */
export async function standBehindWall(client: WalledClient, { isPooled }: { isPooled: boolean }): Promise<void> {
  // One round trip; the second statement's answer is none of ours.
  const prepare = isPooled ? '' : `; prepare "${scopeStatement}" (text) as ${sayScope}`
  const answers = (await client.bare(takeRole(!isPooled) + prepare)) as unknown as pg.QueryResult | pg.QueryResult[]
  const [found] = [answers].flat()[0]?.rows ?? []
  if (found?.only_reads) {
    if (isPooled) await endPoolersReader(client)
    throw new OnlyReads()
  }
  if (found?.stands && found.passes && !found.has_role) {
    log.error(`this login passes every policy, and there is no role ${role} for it: start anew, or use another login`)
    throw new Error('there is no wall')
  }
  client.wall = isPooled ? (found?.has_role ? 'statement' : 'owner') : 'session'
  if (found?.stands) tell(found.has_role ? client.wall : 'owner')
}
