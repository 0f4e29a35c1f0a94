import pg from 'pg'
import { inject } from 'vitest'

/** What its connections are called: of whoever waits for something nobody is meant who looks through everything. */
export const unhurriedName = 'unhurried'

/**
 * A statement on a connection of its own, in sight of all rows, for as long as it takes: what a test makes by the ten thousand
 * is no answer that anybody waits for, however slow the machine.
 */
export async function unhurried<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: inject('databaseUrl'), application_name: unhurriedName })
  await client.connect()
  try {
    await client.query("select set_config('baycall.projects', '*', false)")
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
