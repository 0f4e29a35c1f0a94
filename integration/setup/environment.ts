import { inject } from 'vitest'
import { wholeProcessAcrossProjects } from '@/lib/wall'

// Factories work in the test's own process, on the shared server's database.
Object.assign(process.env, {
  DATABASE_URL: inject('databaseUrl'),
  BAYCALL_SECRET: inject('secret'),
  LOG_LEVEL: 'warn',
  DATABASE_PATIENCE_MS: '4000',
})

// They look at what there is, whoever it belongs to.
wholeProcessAcrossProjects()
