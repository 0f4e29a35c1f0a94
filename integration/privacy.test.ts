import { beforeEach, describe, expect, inject, it } from 'vitest'
import { PATCH } from '@/app/api/staff/projects/[projectId]/privacy/route'
import { openShop, type Shop } from '@/integration/shop'
import { unhurried } from '@/integration/unhurried'
import { pools } from '@/lib/db'
import { declaredKind, foundKind, kindOf, plainKey } from '@/lib/privacy/fields'
import { foundFields } from '@/lib/redaction/model'
import { redactClosedOrders } from '@/lib/redaction/service'
import { pageInTurn } from '@/lib/turns/reading'
import { makeCaller } from '@/prisma/factories/caller'
import { createStore } from '@/prisma/factories/project'

let shop: Shop
let owner: Record<string, string>
beforeEach(async () => {
  shop = await openShop(inject('baseUrl'))
  owner = (await shop.signIn({ role: 'owner', name: 'Olga Owner' })).headers
})

const query = async (text: string, values: unknown[] = []) => (await pools().hot.query(text, values)).rows

const at = (place: string) => `/api/staff/projects/${shop.projectId}/${place}`

describe('a project says what is personal', () => {
  it('and a day after closing that is emptied, and no more', async () => {
    const patch = { personalFields: { 'Loyalty no.': 'other', carPlate: 'none' }, maskOnSharedBoards: true }
    const sent = { method: 'PATCH', body: patch, headers: owner, key: null }
    const { body: order } = await shop.create('l1', {
      customerName: 'Priya',
      // An app may call a detail what every object inherits.
      hsFields: { loyaltyNo: 'L-77', 'Car Plate': 'NM 1', phone: '+1 555 0100', constructor: 'x' },
    })
    const { status, body } = await shop.call(at('privacy'), sent)
    expect([status, body.maskOnSharedBoards]).toEqual([200, true])
    expect(body.fields).toEqual(
      expect.arrayContaining([
        { key: 'customerName', kind: 'name', declared: null, found: 'name', isEmptied: true },
        { key: 'loyaltyNo', kind: 'other', declared: null, found: 'none', isEmptied: true },
        { key: 'Car Plate', kind: 'none', declared: null, found: 'plate', isEmptied: false },
        { key: 'constructor', kind: 'none', declared: null, found: 'none', isEmptied: false },
      ]),
    )
    await shop.update('l1', { eventType: 'fulfilled' })
    await query(`update orders set closed_at = closed_at - interval '25 hours' where service_id = $1`, [
      order.serviceId,
    ])
    for (let isDone = false; !isDone; ) {
      await redactClosedOrders(new Date())
      const [row] = await query('select redacted_at from orders where service_id = $1', [order.serviceId])
      isDone = row.redacted_at !== null
    }
    const { body: redacted } = await shop.get('l1')
    expect(redacted).toMatchObject({
      customerName: '',
      hsFields: { loyaltyNo: '', 'Car Plate': 'NM 1', phone: '' },
    })
    const manager = (await shop.signIn({ role: 'manager' })).headers
    expect((await shop.call(at('privacy'), { ...sent, headers: manager })).body.code).toBe('right_missing')
    const lines = await query(
      `select action, details from audit_entry where project_id = $1 and subject_kind = 'project'`,
      [shop.projectId],
    )
    expect(lines).toEqual([{ action: 'project.changed', details: { privacy: patch } }])
  })

  it('of a hundred details at most, also in several requests at once', async () => {
    const declare = (personalFields: object) =>
      shop.call(at('privacy'), { method: 'PATCH', body: { personalFields }, headers: owner, key: null })
    const fields = (from: string, count: number, kind: string | null) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${from} ${n}`, kind]))
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((from) => declare(fields(from, 60, 'other'))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const refused = answers.find(({ status }) => status === 400)?.body
    expect(refused).toMatchObject({ code: 'field_invalid', errors: [{ path: 'personalFields' }] })
    const kept = ['a', 'b', 'c', 'd'][answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await declare(fields('e', 40, 'phone'))).status).toBe(200)
    expect((await declare({ 'f 0': 'phone' })).status).toBe(400)
    expect((await declare({ ...fields(kept, 1, null), 'f 0': 'phone' })).status).toBe(200)
    // Where more stand there from before, they can be taken away and nothing added.
    await query(
      `update project set settings = settings || jsonb_build_object('personalFields', $2::jsonb)
      where project_id = $1`,
      [shop.projectId, fields('old', 150, 'other')],
    )
    expect((await declare({ 'old 0': null })).status).toBe(200)
    expect((await declare(fields('new', 2, 'other'))).status).toBe(400)
    const lines = await query(`select from audit_entry where project_id = $1 and action = 'project.changed'`, [
      shop.projectId,
    ])
    expect(lines).toHaveLength(4)
  })

  it('of stores that differ a thousand at most', async () => {
    const mine = await openShop(shop.baseUrl)
    const { headers } = await mine.signIn({ role: 'owner' })
    await query(
      `insert into store (project_id, destination_id, name, is_new, time_zone, default_zone_id, created_at, settings)
       select project_id, 'd' || n, 'd' || n, false, time_zone, default_zone_id, now(), '{"maskOnSharedBoards": true}'
       from store, generate_series(1, 1000) n where project_id = $1`,
      [mine.projectId],
    )
    const address = `/api/staff/projects/${mine.projectId}/privacy`
    const differ = (stores: object) => mine.call(address, { method: 'PATCH', body: { stores }, headers, key: null })
    const refused = await differ({ [mine.destinationId]: true })
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ path: 'stores' }] }])
    expect((await differ({ [mine.destinationId]: true, d1: null })).status).toBe(200)
    expect((await differ({ d2: false })).status).toBe(200)
  })

  it('and is answered what the change has made of it; what is answered as unavailable was not changed', async () => {
    const [{ destinationId: first }, { destinationId: second }] = [
      await createStore(shop.projectId),
      await createStore(shop.projectId),
    ]
    const send = (patch: object) =>
      PATCH(
        new Request(`${shop.baseUrl}${at('privacy')}`, {
          method: 'PATCH',
          headers: { ...owner, 'content-type': 'application/json' },
          body: JSON.stringify(patch),
        }),
        { params: { projectId: shop.projectId } },
      )
    const now = async () => (await shop.call(at('privacy'), { headers: owner, key: null })).body
    const before = await now()
    // In this process nothing more is read for the project: the request's patience ends before its turn has come.
    let end = () => {}
    const busy = new Promise<void>((resolve) => {
      end = resolve
    })
    const somebody = await makeCaller({ projectId: shop.projectId, role: 'owner', destinationIds: null })
    const others = [1, 2].map(() => pageInTurn(somebody, shop.projectId, () => busy))
    const patch = { maskOnSharedBoards: true, stores: { [first]: false, [second]: true } }
    expect((await send(patch)).status).toBe(503)
    expect(await now()).toEqual(before)
    expect(
      await query(`select from audit_entry where project_id = $1 and action = 'project.changed'`, [shop.projectId]),
    ).toEqual([])
    end()
    await Promise.all(others)
    for (const change of [patch, { stores: { [first]: null }, personalFields: { Ref: 'phone', Bay: 'none' } }]) {
      const answer = await send(change)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual(await now())
    }
    expect(await now()).toMatchObject({ maskOnSharedBoards: true })
    expect((await now()).stores).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ destinationId: first, maskOnSharedBoards: null }),
        expect.objectContaining({ destinationId: second, maskOnSharedBoards: true }),
      ]),
    )
  })

  it('and a letter is the same in either case, in every script that has two', async () => {
    const isLetter = /^[\p{L}\p{M}\p{N}]$/u
    // Those of these scripts have no case, and are very many.
    const isOfMany = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Tangut}]$/u
    const letters = Array.from({ length: 0x1ffff }, (_, at) => String.fromCodePoint(at + 1)).filter(
      (one) => isLetter.test(one) && !isOfMany.test(one),
    )
    const rows = await unhurried<{ letter: string; apart: string; plain: string }>(
      'select letter, normalize(letter, nfkd) as apart, plain_key(letter) as plain from unnest($1::text[]) letter',
      [letters],
    )
    // Of the newest letters one of the two may know more than the other.
    const known = rows.filter(({ letter, apart }) => apart === letter.normalize('NFKD'))
    expect(known.length).toBeGreaterThan(letters.length - 50)
    expect(known.filter(({ letter, plain }) => plain !== plainKey(letter))).toEqual([])
    const capitals = letters.filter((one) => one.toLowerCase() !== one)
    expect(capitals.length).toBeGreaterThan(1_000)
    expect(capitals.filter((one) => plainKey(one) !== plainKey(one.toLowerCase()))).toEqual([])
  })

  it('and the database reads the names of details as the server does', async () => {
    const keys =
      `customer.name,Nombre cliente,prénom,Handynummer,Teléfono,contact_no,Car Plate,Matrícula,vrm,eMail,Adresse,
      nameplate,licence,Bay,tournament,headphones,vehicle,carInfo,Mobil,immobilier,person_collecting,comments,Note 2,Customer 1,Car Color,Store address,Cancellation policy,ΟΝΟΜΑ,🚗,Ｐｈｏｎｅ,İd,Straße,STRASSE,abschlussdatum,ABSCHLUẞDATUM,ПОЛУЧАТЕЛЬ,фамилия,KØRETØJ,ΤΗΛΈΦΩΝΟΣ,SOYADI,soyadı`.split(
        /,\s*/,
      )
    const declared = {
      carplate: 'none',
      'Bay ': 'other',
      Получатель: 'name',
      Køretøj: 'plate',
      τηλέφωνος: 'phone',
      Abschlußdatum: 'other',
      'BAY-': 'name',
      eMail: 'phone',
      customerName: 'none',
    } as const
    const rows = await query(
      `select key, plain_key(key) as plain, is_personal(key, '{}', $2) as is_found, is_personal(key, $3, $2) as is_personal
       from unnest($1::text[]) key`,
      [[...keys, 'customerName'], foundFields, declared],
    )
    for (const { key, plain, is_found, is_personal } of rows) {
      expect([key, plain]).toEqual([key, plainKey(key)])
      expect([key, is_found]).toEqual([key, foundKind(key) !== 'none'])
      expect([key, is_personal]).toEqual([key, kindOf(key, declared) !== 'none'])
    }
    const [{ kinds }] = await query(`select declared_kinds($1::text[], $2) as kinds`, [[...keys, ...keys], declared])
    const told = keys.flatMap((key) => {
      const kind = declaredKind(key, declared)
      return kind ? [[key, kind]] : []
    })
    const asDeclared = {
      'customer.name': 'name',
      'Car Plate': 'none',
      eMail: 'phone',
      abschlussdatum: 'other',
      ABSCHLUẞDATUM: 'other',
      Bay: 'name',
      ПОЛУЧАТЕЛЬ: 'name',
      KØRETØJ: 'plate',
      ΤΗΛΈΦΩΝΟΣ: 'phone',
    }
    expect(Object.fromEntries(told)).toEqual(asDeclared)
    expect(kinds).toEqual(Object.fromEntries(told))
  })
})
