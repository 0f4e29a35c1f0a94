import { seal as sealFor, unseal as unsealFor } from '@/lib/sealed'

const ofAccount = (userId: string) => ({ purpose: 'second-step', bound: userId })

/** Encrypts what a table may hold but not tell, for one account: it opens for no other. */
export const seal = (bytes: Uint8Array, userId: string) => sealFor(bytes, ofAccount(userId))

/** Decrypts it. Throws where it was altered, or sealed for another account or with another secret. */
export const unseal = (sealed: Uint8Array, userId: string) => unsealFor(sealed, ofAccount(userId))

type Begun = { userId: string; sessionId: string }

const ofSession = ({ userId, sessionId }: Begun) => ({
  purpose: 'begun-second-step',
  bound: JSON.stringify([userId, sessionId]),
})

/** Encrypts what a second step is begun with, for the session that begins it: it opens in no other. */
export const sealBegun = (bytes: Uint8Array, begun: Begun) => sealFor(bytes, ofSession(begun))

/** Decrypts it; null where another session has begun it, or another secret sealed it. */
export function unsealBegun(sealed: Uint8Array, begun: Begun): Buffer | null {
  try {
    return unsealFor(sealed, ofSession(begun))
  } catch {
    return null
  }
}
