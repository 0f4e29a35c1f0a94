import { defineRoute, routeTable } from '@/lib/http/define-route'
import { Privacy, PrivacyPatch, PrivacyPath } from '@/lib/privacy/schema'
import { changePrivacy, getPrivacy } from '@/lib/privacy/service'

const get = defineRoute(
  {
    auth: 'staff',
    summary: 'Get what a project takes for personal',
    description: 'For owners.',
    params: PrivacyPath,
    response: Privacy,
    refusals: ['project_not_found', 'right_missing'],
  },
  ({ caller, params }) => getPrivacy(caller, params.projectId),
)

const patch = defineRoute(
  {
    auth: 'staff',
    summary: 'Change what a project takes for personal',
    description:
      'Sets what is named and leaves the rest. Shared boards mask within seconds. Noted in the audit record. For owners.',
    params: PrivacyPath,
    body: PrivacyPatch,
    response: Privacy,
    refusals: ['origin_refused', 'project_not_found', 'right_missing'],
  },
  ({ caller, params, body, request, now }) => changePrivacy(caller, params.projectId, { patch: body, request }, now),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get, PATCH: patch })
