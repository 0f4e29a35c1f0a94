/** A tablet that waits for somebody to enter its code. */
export async function waitingTablet(baseUrl: string): Promise<{ userCode: string; deviceCode: string }> {
  const answer = await fetch(`${baseUrl}/api/pair`, { method: 'POST' })
  const begun = await answer.json()
  return { userCode: begun.user_code, deviceCode: begun.device_code }
}

type Admitted = { projectId: string; destinationId: string; name: string }

/** One that somebody has admitted to a store, and that has not fetched its credential yet. */
export async function admittedTablet(baseUrl: string, by: Record<string, string>, admitted: Admitted) {
  const { userCode, deviceCode } = await waitingTablet(baseUrl)
  const answer = await fetch(`${baseUrl}/api/staff/tablets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...by },
    body: JSON.stringify({ ...admitted, userCode }),
  })
  if (answer.status !== 201) throw new Error(`admitting a tablet answered ${answer.status}: ${await answer.text()}`)
  const { tabletId } = await answer.json()
  return { tabletId: String(tabletId), deviceCode }
}

/** One that is a store's board: its cookie. */
export async function pairedTablet(baseUrl: string, by: Record<string, string>, admitted: Admitted) {
  const { tabletId, deviceCode } = await admittedTablet(baseUrl, by, admitted)
  const answer = await fetch(`${baseUrl}/api/pair/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ device_code: deviceCode }),
  })
  const [cookie = ''] = answer.headers.getSetCookie()
  if (!cookie.startsWith('baycall.tablet=')) throw new Error(`a tablet was answered ${await answer.text()}`)
  return { tabletId, cookie: cookie.split(';')[0] ?? '' }
}
