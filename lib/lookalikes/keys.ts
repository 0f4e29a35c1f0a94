/** What names and plates are compared by. Apart from the comparing, which a board loads when it has settled. */

/** The key of a name, from its plain words: in order of the alphabet, so that "Smith, Anna" is "Anna Smith". */
export const nameKey = (words: string[]) => [...words].sort().join(' ')

/** A plate's key: O and 0, I and 1, B and 8 are one. */
export const plateKey = (plate: string) =>
  plate
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[oib]/g, (letter) => ({ o: '0', i: '1', b: '8' })[letter] ?? letter)
