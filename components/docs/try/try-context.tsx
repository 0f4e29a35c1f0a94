'use client'

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** What a reader has told the page, for all its forms. It lives in this page's memory only and is gone with it. */
export type Told = { apiKey: string; accessToken: string; projectId: string; destinationId: string }

type TryContext = { told: Told; tell: (more: Partial<Told>) => void }

const nothing: Told = { apiKey: '', accessToken: '', projectId: '', destinationId: '' }
const Context = createContext<TryContext>({ told: nothing, tell: () => undefined })

export function TryProvider({ children }: { children: ReactNode }) {
  const [told, setTold] = useState(nothing)
  const value = useMemo(
    () => ({ told, tell: (more: Partial<Told>) => setTold((before) => ({ ...before, ...more })) }),
    [told],
  )
  return <Context value={value}>{children}</Context>
}

export function useTold(): TryContext {
  return useContext(Context)
}
