import type { TestProject } from 'vitest/node'
import { ensurePrograms, networkPrograms } from '@/scripts/testing/system-programs.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where programs of the system are that tests run the product with. */
    programs: Record<(typeof networkPrograms)[number], string>
  }
}

/** Before the first test of the product behind other programs: finds these. */
export default async function setup({ provide }: TestProject) {
  provide('programs', await ensurePrograms(networkPrograms))
}
