'use client'

import { useState } from 'react'
import type { BoardOrder } from '@/lib/board/schema'

const open = new Set<string>()

/** Whether a row's details are open: still so when it was scrolled away and comes back, not in another section. */
export function useKeptOpen({
  section,
  serviceId,
}: BoardOrder): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const key = `${section} ${serviceId}`
  const [isOpen, setIsOpen] = useState(() => open.has(key))
  const keep = (next: boolean) => {
    if (next) open.add(key)
    else open.delete(key)
    setIsOpen(next)
  }
  return [isOpen, keep]
}
