import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { openPage, type StaffCaller } from '@/lib/auth/service'
import { hasTabletCookie } from '@/lib/tablets/service'

/**
 * Who is signed in; whoever is not goes to sign in first and comes back to `path`. A tablet goes to its board. What a page
 * then asks of the database sees the rows of their projects, and without this none at all: the function that awaits this is
 * the one that asks. `asked`: what that counts as (lib/limits/staff.ts).
 */
export async function requireStaff(path: string, asked: 'page' | 'pageOfLists' = 'page'): Promise<StaffCaller> {
  const caller = await openPage(headers(), new Date(), asked)
  if (caller?.tablet) redirect('/board')
  return caller ?? redirect(`/sign-in?next=${encodeURIComponent(path)}`)
}

/** The same for what a paired tablet shows as well; one that is paired no longer is told so where it can be again. */
export async function requireBoard(path: string): Promise<StaffCaller> {
  const sent = headers()
  const caller = await openPage(sent, new Date())
  if (caller) return caller
  return redirect(hasTabletCookie(await sent) ? '/pair' : `/sign-in?next=${encodeURIComponent(path)}`)
}
