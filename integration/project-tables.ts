import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'

type Column = { name: string; type: string; label: string | null }

/** A table with rows of projects, and the columns that a row can't do without. */
export type ProjectTable = { name: string; columns: Column[] }

/** Every table that has a project_id, as the database itself tells. */
export async function listProjectTables(client: pg.Client): Promise<ProjectTable[]> {
  const { rows } = await client.query<{ name: string; columns: Column[] }>(
    `select c.relname as name,
            jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname, 'label', coalesce(
              (select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder limit 1),
              -- The first word that a check of this column alone names.
              (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''') from pg_constraint k
               where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1)))
              order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
       and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'project_id' and not p.attisdropped)
       and (a.attname = 'project_id' or (a.attnotnull and not a.atthasdef and a.attidentity = ''))
     group by c.oid order by c.relname`,
  )
  return rows
}

export function insertText({ name, columns }: ProjectTable): string {
  const names = columns.map((column) => `"${column.name}"`)
  return `insert into "${name}" (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`
}

let number = 0

function fitting({ type, label }: Column): unknown {
  number += 1
  const known: Record<string, unknown> = {
    uuid: randomUUID(),
    text: `wall ${number}`,
    bytea: randomBytes(32),
    int4: number,
    int8: number,
    float8: number,
    bool: false,
    jsonb: '{}',
    // Ahead: what is over is cleared away by whichever server looks first.
    timestamptz: new Date(Date.now() + 24 * 60 * 60 * 1000),
  }
  if (label === null && !(type in known)) throw new Error(`what is a value of ${type}?`)
  return label ?? known[type]
}

/** The values of a new row of a project. */
export function newRow({ columns }: ProjectTable, projectId: string): unknown[] {
  return columns.map((column) => (column.name === 'project_id' ? projectId : fitting(column)))
}
