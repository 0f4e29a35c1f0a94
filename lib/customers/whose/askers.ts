import { createHmac } from 'node:crypto'
import type { AskedKind } from '@/lib/customers/model'
import type { Phone } from '@/lib/customers/telling/phones'

type Within = { key: Parameters<typeof createHmac>[1]; projectId: string; kind: AskedKind }

/**
 * Who is asked for, as the record knows them: a digest that tells nothing to who has not the phone or plate and this server's
 * secret. Of a number within its country: one for one number, however it is written. `readings`: the one with a country last
 * (needle.ts).
 */
export const subjectOf = ({ key, projectId, kind }: Within, readings: Phone[]): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([projectId, kind, readings.at(-1)?.national ?? '']))
    .digest('hex')
    .slice(0, 32)
