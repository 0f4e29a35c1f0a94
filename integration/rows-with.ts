import pg from 'pg'
import { inject } from 'vitest'

const listTables = `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = current_schema()`

/** Every row of every table that holds a text, as `table: row`: on a connection that takes as long as it takes. */
export async function rowsWith(text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    await client.query("select set_config('baycall.projects', '*', false)")
    const found: string[] = []
    for (const { relname } of (await client.query<{ relname: string }>(listTables)).rows) {
      const holding = `select '${relname}: ' || t::text as line from "${relname}" t where position($1 in t::text) > 0`
      const { rows } = await client.query<{ line: string }>(holding, [text])
      found.push(...rows.map(({ line }) => line))
    }
    return found
  } finally {
    await client.end()
  }
}
