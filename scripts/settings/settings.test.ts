import { describe, expect, it } from 'vitest'
import { Refusal } from '@/scripts/process/refusal.mjs'
import { readSettings } from '@/scripts/settings/settings.mjs'

const read = (env: Record<string, string>) => readSettings(env as unknown as NodeJS.ProcessEnv)

describe('the settings', () => {
  it('are all optional: port 3000 of this machine only, an embedded database, a secret that is made', () => {
    expect(read({})).toMatchObject({ port: 3000, host: '127.0.0.1', databaseUrl: null, secret: null, publicUrl: null })
  })

  it('take an empty value for none, as compose files and CI write it', () => {
    expect(read({ PORT: '', HOST: '', DATABASE_URL: '', BAYCALL_SECRET: '' })).toMatchObject({ port: 3000 })
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '3000.5'],
    ['HOST', 'not a host'],
    ['DATABASE_URL', 'mysql://u:p@localhost/baycall'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'postgresql://u:p@localhost:5432'],
    ['DATABASE_POOL', 'many'],
    ['DATABASE_PATIENCE_MS', '9000'],
    ['DATABASE_DIRECT_URL', 'postgresql://u:p@localhost/baycall'],
    ['WORKERS', '0'],
    ['TRUSTED_PROXIES', 'all'],
    ['RATE_LIMIT_SECRET_KEY', '1000'],
    ['RATE_LIMIT_PUBLISHABLE_KB', '64 KB'],
    ['RATE_LIMIT_PROJECT_ORDERS', 'many'],
    ['RATE_LIMIT_SIGN_IN', '1:0'],
    ['RATE_LIMIT_SIGN_IN', '0:5'],
    ['WORKERS', 'all'],
    ['BAYCALL_SECRET', 'short'],
    ['BAYCALL_URL', 'baycall.example.com'],
    ['BAYCALL_URL', 'https://example.com/baycall'],
    ['METRICS_TOKEN', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('refuse %s=%s in one sentence that names it', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(Refusal)
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} [^\n]+\\.$`))
  })
})
