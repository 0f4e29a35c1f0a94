import { Credentials, StaffAccount } from '@/lib/auth/schema'
import { accountOf, signOut as endSession, signInBrowser } from '@/lib/auth/service'
import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'

const who = defineRoute(
  { auth: 'staff', tablets: true, summary: 'Who is signed in', response: StaffAccount },
  ({ caller }) => accountOf(caller),
)

const signIn = defineRoute(
  {
    auth: 'none',
    summary: 'Sign a browser in',
    body: Credentials,
    response: StaffAccount,
    answerHeaders: ['Set-Cookie'],
    refusals: ['sign_in_failed', 'second_step_required', 'second_step_failed', 'origin_refused', 'too_many_requests'],
  },
  async ({ body, request, now }) => {
    const { account, cookies } = await signInBrowser(body, request, now)
    return new Answer(account, { cookies })
  },
)

const signOut = defineRoute(
  {
    auth: 'staff',
    endsSession: true,
    summary: 'Sign a browser out',
    answerHeaders: ['Set-Cookie'],
    refusals: ['origin_refused'],
  },
  async ({ caller, request, now }) => {
    return new Answer(undefined, { cookies: await endSession(caller, request, now) })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: who, POST: signIn, DELETE: signOut })
