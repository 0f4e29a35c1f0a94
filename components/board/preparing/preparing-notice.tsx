'use client'

import { useEffect, useRef, useState } from 'react'
import { usePreparing, usePreparingTone } from '@/components/board/preparing/use-preparing'
import { nameOf } from '@/components/board/row/customer'
import { useWords } from '@/components/language/language-provider'
import type { BoardOrder } from '@/lib/board/schema'

/** Tells of each order that is to be prepared, once: by a soft tone, and in words to those who hear the page. */
export function PreparingNotice({ onTheWay }: { onTheWay: BoardOrder[] }) {
  const t = useWords('board')
  const preparing = usePreparing(onTheWay)
  usePreparingTone(preparing)
  const known = useRef(new Set<string>())
  const [words, setWords] = useState('')
  useEffect(() => {
    const fresh = preparing.filter(({ serviceId }) => !known.current.has(serviceId))
    known.current = new Set(preparing.map(({ serviceId }) => serviceId))
    if (fresh.length === 0) return
    const names = fresh.map((order) => nameOf(order, t)).join(', ')
    setWords(fresh.length > 3 ? t('startPreparingMany', { count: fresh.length }) : t('startPreparingNames', { names }))
  }, [preparing, t])
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}
