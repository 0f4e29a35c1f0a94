// Takes lib/db.ts's place in the servers to compare with: the same pool and the same prepared statements, and no Prisma.
import pg from 'pg'

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL),
  connectionTimeoutMillis: 8_000,
  statement_timeout: 10_000,
  application_name: 'baycall bench',
})
pool.on('error', (error) => console.error(error.message))

export async function sql<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name, text, values })
  return rows
}

/** Nothing slow is asked here. */
export const bulkSql = sql
