import { namedFields } from '@/components/settings/draft'
import { foundFields } from '@/lib/redaction/model'

const plain = (field: string) =>
  field
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * What Baycall would empty by its name, of the fields that recent orders had, and what a list of one's own leaves out.
 * Nothing where nothing is named: then all of it is emptied.
 */
export function leftOutBy(text: string, fieldsSeen: string[]): string[] {
  const named = new Set(namedFields(text).map(plain))
  if (named.size === 0) return []
  const found = new RegExp(foundFields, 'u')
  return ['customerName', ...fieldsSeen].filter((field) => found.test(plain(field)) && !named.has(plain(field)))
}
