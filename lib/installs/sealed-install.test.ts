import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { InstallAsked, SealedInstall } from '@/lib/installs/schema'
import { installAsked, sealInstall, unsealInstall } from '@/lib/installs/sealed-install'

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nowhere')
  vi.stubEnv('BAYCALL_SECRET', 's'.repeat(32))
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const [here, elsewhere] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const installRefs = ['+49 171 1234567', 'jane/phone', '7', 'é漢🚗', '𝒳'.repeat(128)]

it('an address’s name for an install tells nothing of it, is the same at each time, and opens in its project alone', () => {
  for (const installRef of installRefs) {
    const sealed = sealInstall(here, installRef)
    expect(SealedInstall.parse(sealed)).toBe(sealed)
    expect(sealed).toMatch(/^[\w-]+$/)
    for (const told of [sealed, Buffer.from(sealed, 'base64url').toString('latin1')]) {
      if (installRef.length > 2) expect(told).not.toContain(installRef)
    }
    expect(sealInstall(here, installRef)).toBe(sealed)
    expect(sealInstall(elsewhere, installRef)).not.toBe(sealed)
    expect(unsealInstall(here, sealed)).toBe(installRef)
    expect(installAsked(here, sealed)).toBe(installRef)
    expect(unsealInstall(elsewhere, sealed)).toBeNull()
  }
  expect(new Set(installRefs.map((installRef) => sealInstall(here, installRef))).size).toBe(installRefs.length)
})

it('what names no install is refused by the name of its field, and no name is no filter', () => {
  const sealed = sealInstall(here, 'phone-7')
  for (const other of ['phone-7', sealed.slice(1), `${sealed}A`, sealInstall(elsewhere, 'phone-7')]) {
    expect(unsealInstall(here, other)).toBeNull()
    const refused = expect.objectContaining({ path: 'sealedInstall' })
    const told = expect.objectContaining({ code: 'field_invalid', extras: { errors: [refused] } })
    expect(() => installAsked(here, other)).toThrow(told)
  }
  expect(installAsked(here, undefined)).toBeUndefined()
})

it('an install is asked for by one of its names, not by both or none', () => {
  const asked = (more: object) => InstallAsked.safeParse({ projectId: here, ...more }).success
  expect([{ installRef: 'a' }, { sealedInstall: 'b' }, {}, { installRef: 'a', sealedInstall: 'b' }].map(asked)).toEqual(
    [true, true, false, false],
  )
})
