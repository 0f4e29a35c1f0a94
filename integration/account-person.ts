import { expect } from 'vitest'
import { Browser } from '@/integration/browser'
import type { Shop } from '@/integration/shop'
import { sql } from '@/lib/db'
import { createStaff } from '@/prisma/factories/project'

export type Person = { browser: Browser; email: string; password: string }

/** Somebody new of a shop, signed in at its server. */
export async function comesInto(at: Shop, role: 'staff' | 'owner' = 'staff'): Promise<Person> {
  const account = await createStaff({ projectId: at.projectId, role })
  const browser = new Browser(at)
  expect((await browser.signIn(account)).status).toBe(200)
  return { browser, ...account }
}

export async function idOf(email: string): Promise<string> {
  const [user] = await sql<{ id: string }>('user-of-address', 'select id from staff_user where email = $1', [email])
  return user?.id ?? ''
}

/** How many lines of failed sign-ins an account has in a project's record. */
export async function failuresOf(projectId: string, email: string): Promise<number> {
  const lines = await sql(
    'failures-of-account',
    `select 1 from audit_entry a join staff_user u on u.id = a.subject_id
     where a.project_id = $1 and u.email = $2 and a.action = 'account.signInFailed'`,
    [projectId, email],
  )
  return lines.length
}
