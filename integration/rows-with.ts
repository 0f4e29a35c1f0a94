import { unhurried } from '@/integration/unhurried'

const listTables = `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = current_schema()`

/** Every row of every table that holds one of some texts, as `table: row`: each row is looked at once. */
export async function rowsWith(...texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const { relname } of await unhurried<{ relname: string }>(listTables)) {
    const holding = `select '${relname}: ' || line as line from (select t::text as line from "${relname}" t offset 0) rows
      where exists (select from unnest($1::text[]) as sought (text) where position(sought.text in line) > 0)`
    found.push(...(await unhurried<{ line: string }>(holding, [texts])).map(({ line }) => line))
  }
  return found
}
