import { Answer, defineRoute, routeTable } from '@/lib/http/define-route'
import { SettingsHeaders, StoreSettings, StoreSettingsPatch, StoreSettingsQuery } from '@/lib/settings/schema'
import { changeStoreSettings, getStoreSettings } from '@/lib/settings/service'

const answer = (settings: StoreSettings) => new Answer(settings, { headers: { etag: `"${settings.version}"` } })

const get = defineRoute(
  {
    auth: 'staff',
    summary: "Get a store's settings",
    description: 'For managers and owners.',
    query: StoreSettingsQuery,
    response: StoreSettings,
    answerHeaders: ['ETag'],
    refusals: ['store_not_found', 'right_missing'],
  },
  async ({ caller, query }) => answer(await getStoreSettings(caller, query)),
)

const patch = defineRoute(
  {
    auth: 'staff',
    summary: "Change a store's settings",
    description:
      'Sets what is named and leaves the rest; null takes a setting back to what the project has. Open boards learn of it within a second. For managers and owners.',
    query: StoreSettingsQuery,
    headers: SettingsHeaders,
    body: StoreSettingsPatch,
    response: StoreSettings,
    answerHeaders: ['ETag'],
    refusals: ['origin_refused', 'store_not_found', 'right_missing', 'version_mismatch'],
  },
  async ({ caller, query, headers, body, request, now }) =>
    answer(await changeStoreSettings(caller, query, { patch: body, ifMatch: headers['if-match'], request, now })),
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: get, PATCH: patch })
