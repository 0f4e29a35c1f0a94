import { bulkSql, sql } from '@/lib/db'
import { ofDay, type Rate } from '@/lib/limits/model'

/** Takes up to `want` tokens; `tokens` is what is left. One statement, by the database's clock (see its migration). */
export async function takeTokens(
  name: string,
  want: number,
  { perSecond, burst }: Rate,
): Promise<{ granted: number; tokens: number }> {
  const [row] = await sql<{ granted: number; tokens: number }>(
    'take-tokens',
    `select t.granted, t.tokens from take_tokens($1, $2, $3, $4) t`,
    [name, want, perSecond, burst],
  )
  if (!row) throw new Error('take_tokens answered no row')
  return row
}

/** Forgets buckets that nobody has asked for since a time: they are full; of those that take a day to be, a day later. */
export async function deleteIdleBuckets(since: Date): Promise<void> {
  await bulkSql(
    'delete-idle-buckets',
    `delete from rate_bucket
     where refilled_at < $1::timestamptz
       and (not starts_with(name, $2) or refilled_at < $1::timestamptz - interval '1 day')`,
    [since, ofDay],
  )
}
