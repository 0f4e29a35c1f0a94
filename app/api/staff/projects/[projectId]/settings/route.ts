import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { ProjectPath, ProjectSettings, ProjectSettingsPatch, SettingsHeaders } from '@/lib/settings/schema'
import { changeProjectSettings, getProjectSettings } from '@/lib/settings/service'

const answer = (settings: ProjectSettings) => new Answer(settings, { headers: { etag: `"${settings.version}"` } })

const get = defineRoute(
  {
    auth: 'staff',
    summary: "Get a project's settings",
    description: 'For managers and owners.',
    params: ProjectPath,
    response: ProjectSettings,
    answerHeaders: ['ETag'],
    refusals: ['project_not_found', 'right_missing'],
  },
  async ({ caller, params }) => answer(await getProjectSettings(caller, params.projectId)),
)

const patch = defineRoute(
  {
    auth: 'staff',
    summary: "Change a project's settings",
    description:
      'Sets what is named and leaves the rest; null takes a setting back to what the product has. Open boards learn of it within a second. For managers and owners of the whole project.',
    params: ProjectPath,
    headers: SettingsHeaders,
    body: ProjectSettingsPatch,
    response: ProjectSettings,
    answerHeaders: ['ETag'],
    refusals: ['origin_refused', 'project_not_found', 'right_missing', 'version_mismatch'],
  },
  async ({ caller, params, headers, body, request, now }) =>
    answer(
      await changeProjectSettings(caller, params.projectId, {
        patch: body,
        ifMatch: headers['if-match'],
        request,
        now,
      }),
    ),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get, PATCH: patch })
