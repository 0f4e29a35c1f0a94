import { unhurried } from '@/integration/unhurried'

const listTables = `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = current_schema()`

/** Every row of every table that holds a text, as `table: row`. */
export async function rowsWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const { relname } of await unhurried<{ relname: string }>(listTables)) {
    const holding = `select '${relname}: ' || t::text as line from "${relname}" t where position($1 in t::text) > 0`
    found.push(...(await unhurried<{ line: string }>(holding, [text])).map(({ line }) => line))
  }
  return found
}
