import { declaredKind } from '@/lib/privacy/fields'
import { looksOfName } from '@/lib/privacy/looks'
import { hidden, masked } from '@/lib/privacy/masking-by-kind'
import type { Declared } from '@/lib/privacy/model'
import type { ToldNames } from '@/lib/privacy/told-names'

function shownKey(key: string, declared: Declared, names: ToldNames): string {
  if (declaredKind(key, declared) !== undefined) return key
  return names.areInKey(key) ? hidden : masked(key, looksOfName(key, declared))
}

/**
 * The names of details as a shared board shows them, each beside its own. They are the retailer's words, but an app may make
 * one of what somebody has typed: one that says the customer's name, or looks like a phone, a plate or an e-mail address,
 * is hidden as a value is, until the project has declared it; so is one that may be a name for all that is known (`areTyped`).
 * No two become one.
 */
export function shownKeys(
  keys: string[],
  declared: Declared,
  names: ToldNames,
  areTyped: (key: string) => boolean = () => false,
): Map<string, string> {
  const taken = new Set(keys)
  const shown = new Map<string, string>()
  for (const key of keys) {
    const first = areTyped(key) ? hidden : shownKey(key, declared, names)
    let name = first
    for (let count = 2; name !== key && taken.has(name); count++) name = `${first} (${count})`
    taken.add(name)
    shown.set(key, name)
  }
  return shown
}
