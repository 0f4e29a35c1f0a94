import { describe, expect, it } from 'vitest'
import { prisma, sql } from '@/lib/db'

type Field = { name: string; kind: string; type: string; dbName?: string }
type DataModel = { models: Record<string, { dbName: string | null; fields: Field[] }> }

// The client's own picture of the tables, which no public type describes.
const { models } = (prisma() as unknown as { _runtimeDataModel: DataModel })._runtimeDataModel

const typesOf: Record<string, string[]> = {
  String: ['text', 'uuid'],
  Boolean: ['bool'],
  Int: ['int4'],
  BigInt: ['int8'],
  Float: ['float8'],
  DateTime: ['timestamptz'],
  Json: ['jsonb'],
  Bytes: ['bytea'],
}

describe('the migrations', () => {
  it.each(Object.keys(models))('make the table that the client believes %s to be', async (name) => {
    const model = models[name]
    const columns = await sql<{ column_name: string; udt_name: string }>(
      'columns-of-table',
      `select column_name, udt_name from information_schema.columns
       where table_schema = current_schema() and table_name = $1 order by column_name`,
      [model?.dbName ?? name],
    )
    const believed = (model?.fields ?? []).filter((f) => f.kind !== 'object')
    expect(columns.map((c) => c.column_name)).toEqual(believed.map((f) => f.dbName ?? f.name).sort())
    for (const field of believed.filter((f) => f.kind === 'scalar')) {
      const column = columns.find((c) => c.column_name === (field.dbName ?? field.name))
      expect(typesOf[field.type], `${name}.${field.name}`).toContain(column?.udt_name)
    }
  })

  it('begin the key of every table of a project with the project', async () => {
    const rows = await sql<{ table_name: string; column_name: string }>(
      'first-key-columns',
      `select c.relname as table_name, a.attname as column_name
       from pg_index i
       join pg_class c on c.oid = i.indrelid
       join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indisprimary`,
      [],
    )
    const lookUps = [
      'api_key_lookup',
      'zone_lookup',
      'invitation_lookup',
      'tablet_lookup',
      'tablet_pairing',
      'rate_bucket',
      '_prisma_migrations',
    ]
    const accounts = ['user', 'session', 'account', 'verification', 'second_step', 'passkey', 'reset'].map(
      (name) => `staff_${name}`,
    )
    const others = rows.filter((row) => ![...lookUps, ...accounts].includes(row.table_name))
    expect(others.length).toBeGreaterThan(8)
    expect(others.filter((row) => row.column_name !== 'project_id')).toEqual([])
  })
})
