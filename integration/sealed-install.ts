import { expect } from 'vitest'
import type { Shop } from '@/integration/shop'

/** How addresses name an install, as whoever signed in with these headers is told it. */
export async function sealedInstallOf(shop: Shop, headers: Record<string, string>, installRef: string) {
  const asked = { projectId: shop.projectId, installRef }
  const sent = { method: 'POST', headers, key: null, body: asked }
  const { status, body } = await shop.call('/api/staff/entries/installs', sent)
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body.sealedInstall)
}
