/** A view is a person's own name for a set of filters of the entries, in one project. */
export const mostViews = 50
export const longestViewName = 60

/** A name as it is compared: two that differ in capitals, or in the spaces around them, are one. */
export function viewNameKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}
