import { StaffAccount } from '@/lib/auth/schema'
import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { UsedPasskey } from '@/lib/passkeys/schema'
import { signInByPasskey } from '@/lib/passkeys/service'

const signIn = defineRoute(
  {
    auth: 'none',
    summary: 'Sign a browser in by a passkey',
    description: 'It stands for the password and the second step.',
    body: UsedPasskey,
    response: StaffAccount,
    answerHeaders: ['Set-Cookie'],
    refusals: ['sign_in_failed', 'origin_refused', 'too_many_requests'],
  },
  async ({ body, request, now }) => {
    const { account, cookies } = await signInByPasskey(body, request, now)
    return new Answer(account, { cookies })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: signIn })
