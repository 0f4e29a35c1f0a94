import { inject } from 'vitest'
import { copyTemplate } from '@/scripts/testing/test-databases.mjs'

/** A database of the caller's own with all migrations applied; it is dropped when the run is over. */
export async function createTestDatabase(): Promise<{ url: string }> {
  return { url: await copyTemplate(inject('adminUrl'), inject('template')) }
}
