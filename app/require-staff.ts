import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { findStaffByCookie, type StaffCaller } from '@/lib/auth/service'

/** Who is signed in; whoever is not goes to sign in first and comes back to `path`. */
export async function requireStaff(path: string): Promise<StaffCaller> {
  const caller = await findStaffByCookie(await headers(), new Date())
  return caller ?? redirect(`/sign-in?next=${encodeURIComponent(path)}`)
}
