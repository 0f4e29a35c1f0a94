import { seal as sealFor, unseal as unsealFor } from '@/lib/sealed'

const ofAccount = (userId: string) => ({ purpose: 'second-step', bound: userId })

/** Encrypts what a table may hold but not tell, for one account: it opens for no other. */
export const seal = (bytes: Uint8Array, userId: string) => sealFor(bytes, ofAccount(userId))

/** Decrypts it. Throws where it was altered, or sealed for another account or with another secret. */
export const unseal = (sealed: Uint8Array, userId: string) => unsealFor(sealed, ofAccount(userId))
