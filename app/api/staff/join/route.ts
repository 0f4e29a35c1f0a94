import { StaffAccount } from '@/lib/auth/schema'
import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { Join } from '@/lib/invitations/schema'
import { joinProject } from '@/lib/invitations/service'

const join = defineRoute(
  {
    auth: 'none',
    summary: 'Join a project by a link',
    description:
      'Makes an account of the invited address, or takes the one that is there, and signs the browser in. Once.',
    body: Join,
    response: StaffAccount,
    answerHeaders: ['Set-Cookie'],
    refusals: [
      'link_invalid',
      'sign_in_failed',
      'second_step_required',
      'second_step_failed',
      'already_member',
      'origin_refused',
      'too_many_requests',
    ],
  },
  async ({ body, request, now }) => {
    const { account, cookies } = await joinProject(body, request, now)
    return new Answer(account, { cookies })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: join })
