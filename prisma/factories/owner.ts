import pg from 'pg'
import { directUrl } from '@/lib/db'

/** One statement of whoever owns the tables: what the application's role may not (functions, statistics), past the wall. */
export async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl() })
  await client.connect()
  try {
    await client.query("select set_config('baycall.projects', '*', false)")
    await client.query(text)
  } finally {
    await client.end()
  }
}
