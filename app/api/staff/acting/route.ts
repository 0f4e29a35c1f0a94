import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { Acting, PinEntry } from '@/lib/pins/schema'
import { enterPin, findActing, nobodyNamed } from '@/lib/pins/service'

const who = defineRoute(
  { auth: 'staff', tablets: true, summary: 'Who acts on this tablet', response: Acting },
  ({ caller, now }) => findActing(caller, now),
)

const enter = defineRoute(
  {
    auth: 'staff',
    tablets: true,
    summary: 'Enter a PIN on a tablet',
    description: 'Whoever it names acts on the tablet from now on, for as long as the store has set after each action.',
    body: PinEntry,
    response: Acting,
    answerHeaders: ['Set-Cookie'],
    refusals: ['origin_refused', 'right_missing', 'pin_wrong', 'too_many_requests'],
  },
  async ({ caller, body, request, now }) => {
    const { acting, cookies } = await enterPin(caller, body.pin, { request, now })
    return new Answer(acting, { cookies })
  },
)

const leave = defineRoute(
  {
    auth: 'staff',
    tablets: true,
    summary: 'Forget who acts on this tablet',
    answerHeaders: ['Set-Cookie'],
    refusals: ['origin_refused'],
  },
  () => new Answer(undefined, { cookies: nobodyNamed() }),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: who, POST: enter, DELETE: leave })
