import { useEffect } from 'react'

/** The store's name in the tab's title, and the count, so that a board behind other windows still says it. */
export function useTitleCount(count: number, storeName: string): void {
  // As a title reads back: one that is never as it was written would be written for ever.
  const name = `${storeName.replace(/\s+/g, ' ').trim()} · Baycall`
  const wanted = `${count > 0 ? `(${count}) ` : ''}${name}`
  useEffect(() => {
    const write = () => {
      if (document.title !== wanted) document.title = wanted
    }
    write()
    // The router writes the page's own title late, when a navigation's metadata has come.
    const observer = new MutationObserver(write)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      // A board that was refused counts nobody.
      if (document.title === wanted) document.title = name
    }
  }, [wanted, name])
}
