import type * as z from 'zod'
import type { Asked } from '@/lib/customers/model'
import { CustomerDocument, CustomerErased, CustomerFound } from '@/lib/customers/schema'
import { fetchJson } from '@/lib/http/client'

const address = (projectId: string, verb: 'find' | 'export' | 'erase') =>
  `/api/staff/projects/${projectId}/customers/${verb}`

// All of a project is read through.
const timeoutMs = 120_000

const ask = (body: Asked) => ({ method: 'POST', body, timeoutMs }) as const

/** What is kept of a customer, in brief. Throws ApiError `field_invalid`. */
export function findCustomer(projectId: string, asked: Asked): Promise<CustomerFound> {
  return fetchJson(CustomerFound, address(projectId, 'find'), ask(asked))
}

/** All of it, as the wire has it. Throws ApiError `field_invalid`. */
export async function exportCustomer(projectId: string, asked: Asked): Promise<z.input<typeof CustomerDocument>> {
  return CustomerDocument.encode(await fetchJson(CustomerDocument, address(projectId, 'export'), ask(asked)))
}

/** Empties it: how many records. Throws ApiError `field_invalid`. */
export async function eraseCustomer(projectId: string, asked: Asked) {
  return (await fetchJson(CustomerErased, address(projectId, 'erase'), ask(asked))).erased
}
