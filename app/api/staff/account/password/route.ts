import { PasswordChange } from '@/lib/account/schema'
import { changePassword } from '@/lib/account/service'
import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'

const change = defineRoute(
  {
    auth: 'staff',
    summary: "Change one's own password",
    description: 'Every other session of the account ends. Its passkeys stay.',
    body: PasswordChange,
    answerHeaders: ['Set-Cookie'],
    refusals: ['origin_refused', 'too_many_requests'],
  },
  async ({ caller, body, request, now }) => {
    return new Answer(undefined, { cookies: await changePassword(caller, body, request, now) })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: change })
