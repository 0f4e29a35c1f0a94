/** Where it is kept that the charts are folded away: the server draws the page without them then. */
export const foldedCookie = 'baycall-entry-charts'
export const foldedValue = 'folded'
const yearSeconds = 365 * 24 * 60 * 60

/** Remembers it on the device. */
export function keepFolded(isFolded: boolean): void {
  const age = isFolded ? yearSeconds : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${foldedCookie}=${foldedValue}; path=/; max-age=${age}; samesite=lax`
}
