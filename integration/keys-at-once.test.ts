import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Browser } from '@/integration/browser'
import { openShop, type Shop } from '@/integration/shop'
import { whileHeld } from '@/integration/while-held'
import { pools } from '@/lib/db'
import { mostKeys, mostListed } from '@/lib/keys/model'
import type { ApiKey } from '@/lib/keys/schema'
import { asOwner } from '@/prisma/factories/owner'
import { createStaff } from '@/prisma/factories/project'

const keys = '/api/staff/keys'
const week = 604_800

type Listed = Pick<ApiKey, 'keyId' | 'state' | 'createdAt'>

/** A shop with so many keys that work, and its owner. */
async function opens(many: number) {
  const shop = await openShop(inject('baseUrl'))
  await addKeys(shop, many - 2)
  const owner = new Browser(shop)
  await owner.signIn(await createStaff({ projectId: shop.projectId, role: 'owner' }))
  const list = async () => {
    const { body } = await owner.send('GET', `${keys}?projectId=${shop.projectId}`)
    return body.keys as Listed[]
  }
  return {
    shop,
    list,
    make: () => owner.send('POST', keys, { projectId: shop.projectId, kind: 'secret', name: 'x' }),
    rotate: (keyId: string | undefined, overlapSeconds: number) =>
      owner.send('POST', `${keys}/${keyId}/rotation`, { projectId: shop.projectId, overlapSeconds }),
    inForce: async () => (await list()).filter(({ state }) => state === 'active' || state === 'ending').length,
  }
}

/** Older ones than any, which nobody has. */
const addKeys = ({ projectId }: Shop, many: number) =>
  pools().hot.query(
    `insert into api_key (project_id, key_id, kind, name, prefix, digest, is_test, created_at)
     select $1, gen_random_uuid(), 'secret', 'old', 'sk_old', sha256(gen_random_uuid()::text::bytea), false,
            '2020-01-01'::timestamptz + make_interval(secs => n)
     from generate_series(1, $2::int) n`,
    [projectId, many],
  )

// Whoever makes a key stands behind this, with all decided.
const gate = 'select pg_advisory_xact_lock(20261122)'

beforeAll(async () => {
  await asOwner(
    `create function wait_for_gate() returns trigger language plpgsql as $$
     begin
       perform pg_advisory_xact_lock_shared(20261122);
       return new;
     end $$`,
  )
})
afterAll(() => asOwner('drop function if exists wait_for_gate cascade'))

const stopAtGate = ({ projectId }: Shop) =>
  asOwner(
    `create trigger wait_for_gate_${projectId.slice(0, 8)} before insert on api_key for each row
     when (new.project_id = '${projectId}') execute function wait_for_gate()`,
  )

describe('of the keys that work there are never more than there may be', () => {
  it.each([
    ['are made', ({ make }: Awaited<ReturnType<typeof opens>>) => make()],
    [
      'are rotated with an overlap',
      ({ rotate }: Awaited<ReturnType<typeof opens>>, keyId: string | undefined) => rotate(keyId, week),
    ],
  ] as const)('also where several %s at once', async (_, work) => {
    const project = await opens(mostKeys - 1)
    const [first, second] = await project.list()
    await stopAtGate(project.shop)
    const answers = await whileHeld(gate, [], async ({ wait, release }) => {
      const both = [work(project, first?.keyId), work(project, second?.keyId)]
      expect(await wait(2)).toBe(true)
      await release()
      return Promise.all(both)
    })
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([201, 'keys_full'])
    expect(await project.inForce()).toBe(mostKeys)
  })

  it('and one can still be rotated, if the old one ends at once', async () => {
    const { list, make, rotate, inForce } = await opens(mostKeys)
    const [key] = await list()
    expect((await make()).body.code).toBe('keys_full')
    const refused = await rotate(key?.keyId, 3_600)
    expect([refused.status, refused.body.code]).toEqual([409, 'keys_full'])
    expect(refused.body.detail).toMatch(/ends at once/)
    const rotated = await rotate(key?.keyId, 0)
    expect(rotated.status).toBe(201)
    expect(await inForce()).toBe(mostKeys)
    const again = await rotate(key?.keyId, 3_600)
    expect(again.body.code).toBe('key_not_in_force')
  })
})

it('no key that works is left out of the list, however many there are', async () => {
  const { shop, list, inForce, rotate } = await opens(mostListed + 20)
  expect(await inForce()).toBe(mostListed + 20)
  const listed = await list()
  expect(listed.at(-1)?.createdAt).toBe('2020-01-01T00:00:01.000Z')
  expect((await rotate(listed[0]?.keyId, 0)).status).toBe(201)
  // What has ended stands behind them, and never in their place.
  await pools().hot.query('update api_key set revoked_at = now() where project_id = $1 and created_at > $2', [
    shop.projectId,
    '2020-01-01T00:00:10Z',
  ])
  const after = await list()
  expect(after).toHaveLength(mostListed)
  expect(after.slice(0, 10).map(({ state }) => state)).toEqual(Array(10).fill('active'))
})
