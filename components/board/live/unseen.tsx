'use client'

import { createContext, type RefCallback, use, useCallback, useState } from 'react'

const Unseen = createContext(false)

/** What stands inside a row that is scrolled far away: its clocks may take their time. */
export const UnseenProvider = Unseen.Provider
export const useIsUnseen = () => use(Unseen)

/** Whether the browser skips an element that is `skip-unseen`. One that does not say so counts as seen. */
export function useUnseen(): [ref: RefCallback<HTMLElement>, isUnseen: boolean] {
  const [isUnseen, setIsUnseen] = useState(false)
  const ref = useCallback((element: HTMLElement) => {
    const look = (event: Event) => {
      if (event.target === element) setIsUnseen((event as Event & { skipped?: boolean }).skipped === true)
    }
    element.addEventListener('contentvisibilityautostatechange', look)
    return () => element.removeEventListener('contentvisibilityautostatechange', look)
  }, [])
  return [ref, isUnseen]
}
