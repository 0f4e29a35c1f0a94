import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { inject } from 'vitest'
import { until } from '@/scripts/process/processes.mjs'
import { inRoot, root } from '@/scripts/settings/places.mjs'
import { tryPort } from '@/scripts/settings/port.mjs'

const mostMs = 30_000

/** The product as `next start` serves it, without a front of ours, on the shared database. */
export async function startNext(): Promise<{ baseUrl: string; stop: () => Promise<void> }> {
  const { port } = await tryPort(0, '127.0.0.1')
  const program = inRoot('node_modules', 'next', 'dist', 'bin', 'next')
  const child = spawn(process.execPath, [program, 'start', '-H', '127.0.0.1', '-p', String(port)], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_SECRET_KEY: 'off',
      RATE_LIMIT_PUBLISHABLE_KEY: 'off',
      RATE_LIMIT_PUBLISHABLE_KB: 'off',
      RATE_LIMIT_NEW_ORDERS: 'off',
      RATE_LIMIT_PROJECT_ORDERS: 'off',
      RATE_LIMIT_STAFF: 'off',
      RATE_LIMIT_SIGN_IN: 'off',
      RATE_LIMIT_USER_TOKEN: 'off',
      DATABASE_URL: inject('databaseUrl'),
      BAYCALL_SECRET: inject('secret'),
    },
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  const baseUrl = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${baseUrl}/api/health/ready`).then(
      (answer) => answer.ok,
      () => child.exitCode !== null,
    )
  if (!(await until(answers, mostMs)) || child.exitCode !== null) throw new Error('next start does not serve')
  return {
    baseUrl,
    async stop() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
