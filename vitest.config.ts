import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const alias = { '@': root.replace(/\/$/, '') }

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['lib', 'components', 'scripts', 'prisma', 'bench'].map((room) => `${room}/**/*.test.ts`),
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['integration/**/*.test.ts'],
          globalSetup: ['integration/setup/shared-product.ts'],
          setupFiles: ['integration/setup/environment.ts'],
          // The server and the database under test want the two cores too.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
