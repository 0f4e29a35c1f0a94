import { PasswordProof, RecoveryCodes, SecondStepCode, SecondStepSetUp } from '@/lib/account/schema'
import { setUpSecondStep, turnOnSecondStep } from '@/lib/account/service'
import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'

const setUp = defineRoute(
  {
    auth: 'staff',
    summary: 'Set up a second step',
    description:
      'What an authenticator app needs. It is in force once a code of it is sent back (PUT), in this session and within 15 minutes; another password ends it.',
    body: PasswordProof,
    response: SecondStepSetUp,
    status: 201,
    refusals: ['origin_refused', 'second_step_on', 'too_many_requests'],
  },
  ({ caller, body, request, now }) => setUpSecondStep(caller, body.password, request, now),
)

const turnOn = defineRoute(
  {
    auth: 'staff',
    summary: 'Turn the second step on',
    description:
      'With a code of the app that was set up. Every other session of the account ends. Answers recovery codes, this once.',
    body: SecondStepCode,
    response: RecoveryCodes,
    answerHeaders: ['Set-Cookie'],
    refusals: ['origin_refused', 'second_step_on', 'second_step_off', 'too_many_requests'],
  },
  async ({ caller, body, request, now }) => {
    const { cookies, ...codes } = await turnOnSecondStep(caller, body.code, request, now)
    return new Answer(codes, { cookies })
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ POST: setUp, PUT: turnOn })
