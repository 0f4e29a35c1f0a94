import { bulkSql, sql } from '@/lib/db'
import type { Rate } from '@/lib/limits/model'

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

/** Puts a token back that was taken for nothing, where there is room for it. */
export async function returnToken(name: string, { perSecond, burst }: Rate): Promise<void> {
  await sql(
    'return-token',
    `update rate_bucket set tokens = least($2, tokens + 1), full_at = full_at - make_interval(secs => $3::float8)
     where name = $1`,
    [name, burst, 1 / perSecond],
  )
}

/** Forgets buckets that have been full since a time: nobody who asks for one that is not there gets more. */
export async function deleteFullBuckets(since: Date): Promise<void> {
  await bulkSql('delete-full-buckets', 'delete from rate_bucket where full_at < $1::timestamptz', [since])
}
