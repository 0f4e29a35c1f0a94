import { readFileSync } from 'node:fs'

/** Where this run's servers and database say what they say (demo-product.ts). */
export function runLogs() {
  const { TEST_SERVER_LOG: file = '', E2E_DATABASE_URL: databaseUrl = '', E2E_DATABASE_LOG_FROM: from } = process.env
  return { file, databaseUrl, databaseLogFrom: Number(from ?? 0), text: () => readFileSync(file, 'utf8') }
}
