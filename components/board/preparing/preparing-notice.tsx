'use client'

import { useEffect, useRef, useState } from 'react'
import { usePreparing, usePreparingTone } from '@/components/board/preparing/use-preparing'
import { nameOf } from '@/components/board/row/customer'
import type { BoardOrder } from '@/lib/board/schema'

/** Tells of each order that is to be prepared, once: by a soft tone, and in words to those who hear the page. */
export function PreparingNotice({ onTheWay }: { onTheWay: BoardOrder[] }) {
  const preparing = usePreparing(onTheWay)
  usePreparingTone(preparing)
  const known = useRef(new Set<string>())
  const [words, setWords] = useState('')
  useEffect(() => {
    const fresh = preparing.filter(({ serviceId }) => !known.current.has(serviceId))
    known.current = new Set(preparing.map(({ serviceId }) => serviceId))
    if (fresh.length === 0) return
    const names = fresh.slice(0, 3).map(nameOf).join(', ')
    setWords(`Start preparing: ${fresh.length > 3 ? `${fresh.length} orders` : names}.`)
  }, [preparing])
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}
