import { useEffect } from 'react'

/** The store's name in the tab's title, and the count, so that a board behind other windows still says it. */
export function useTitleCount(count: number, storeName: string): void {
  const name = `${storeName} · Baycall`
  const wanted = `${count > 0 ? `(${count}) ` : ''}${name}`
  useEffect(() => {
    // As it reads back, which is not always as it was written: spaces are lost. It would be written for ever.
    let written: string | undefined
    const write = () => {
      if (document.title === written) return
      document.title = wanted
      written = document.title
    }
    write()
    // The router writes the page's own title late, when a navigation's metadata has come.
    const observer = new MutationObserver(write)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      // A board that was refused counts nobody.
      if (document.title === written) document.title = name
    }
  }, [wanted, name])
}
