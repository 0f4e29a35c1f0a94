import { sql } from '@/lib/db'

/**
 * Counts a wrong code that came with an account's right password: how many there are now in a row. A link for another
 * password does not end it: whoever sends them may have made that.
 */
export async function countWrongCode(userId: string, now: Date): Promise<number> {
  const [row] = await sql<{ wrong: number }>(
    'count-wrong-code',
    `update staff_second_step s
     set wrong_codes = s.wrong_codes + 1, wrong_code_at = greatest(s.wrong_code_at, $2::timestamptz)
     where s.user_id = $1
     returning s.wrong_codes as wrong`,
    [userId, now],
  )
  return row?.wrong ?? 0
}

/** Begins a new row: the account's owner has signed in by its second step, or a passkey. */
export async function endRow(userId: string): Promise<void> {
  await sql(
    'end-row-of-wrong-codes',
    `update staff_second_step set wrong_codes_before = wrong_codes, wrong_codes = 0
     where user_id = $1 and wrong_codes + wrong_codes_before > 0`,
    [userId],
  )
}

/** Wrong codes that came with the right password, and when the last of them did. */
export type WrongCodes = { count: number; lastAt: Date }

/**
 * Those since the last good sign-in, and those between that and the one before, which whoever has just signed in is to hear
 * of; null where there are none, or their owner has changed the password since.
 */
export async function findWrongCodes(userId: string): Promise<WrongCodes | null> {
  const [row] = await sql<WrongCodes>(
    'find-wrong-codes',
    `select s.wrong_codes + s.wrong_codes_before as count, s.wrong_code_at as "lastAt"
     from staff_second_step s
     where s.user_id = $1 and s.confirmed_at is not null and s.wrong_codes + s.wrong_codes_before > 0`,
    [userId],
  )
  return row ?? null
}
