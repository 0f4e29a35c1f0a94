// A board has the same few names in every order, and what they are is dear to find.
const heldAtMost = 5_000
const longestHeld = 128

/** What is made of a detail's name, made once for as long as it is among the last thousands that were asked for. */
export function held<Made>(kept: Map<string, Made>, key: string, make: (key: string) => Made): Made {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make(key)
  if (key.length > longestHeld) return made
  const [eldest] = kept.size >= heldAtMost ? kept.keys() : []
  if (eldest !== undefined) kept.delete(eldest)
  kept.set(key, made)
  return made
}
