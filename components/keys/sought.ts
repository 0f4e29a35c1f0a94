import type { ApiKey } from '@/lib/keys/schema'

/** True for a key that is looked for: by its name, by how it begins, or by the whole of it. */
export function isSought({ name, prefix }: Pick<ApiKey, 'name' | 'prefix'>, typed: string): boolean {
  const sought = typed.trim().toLowerCase()
  const begins = prefix.toLowerCase()
  return name.toLowerCase().includes(sought) || begins.includes(sought) || sought.startsWith(begins)
}
