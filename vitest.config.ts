import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const alias = { '@': root.replace(/\/$/, '') }

const generatedInput = 'scripts/testing/generated-input.ts'

// The servers and the database under test want the two cores too. What waits for real clocks may miss one where a machine
// stands still for seconds: it is tried once more, and named in the closing lines.
const onRealThings = { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 2, isolate: false, retry: 1 }

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: [generatedInput],
          include: ['lib', 'components', 'scripts', 'prisma', 'bench'].map((room) => `${room}/**/*.test.ts`),
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['integration/*.test.ts'],
          globalSetup: ['integration/setup/shared-product.ts'],
          setupFiles: [generatedInput, 'integration/setup/environment.ts'],
          ...onRealThings,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'network',
          include: ['integration/network/*.test.ts'],
          globalSetup: ['integration/setup/shared-product.ts', 'integration/network/programs.ts'],
          setupFiles: [generatedInput, 'integration/setup/environment.ts'],
          ...onRealThings,
        },
      },
    ],
  },
})
