'use client'

import { TabletSmartphone } from 'lucide-react'
import { useEffect } from 'react'
import { useWords } from '@/components/language/language-provider'

const leftForMs = 2 * 60 * 1000

/** The way back to a paired tablet's own board. It takes it by itself where nobody does anything: here it calls nobody. */
export function TabletsWayBack() {
  const t = useWords('signIn')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => window.location.assign('/board'), leftForMs)
    }
    wait()
    const signs = ['keydown', 'pointerdown'] as const
    for (const sign of signs) window.addEventListener(sign, wait)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, wait)
    }
  }, [])
  return (
    <a
      href="/board"
      className="mt-6 flex min-h-[52px] items-center gap-3 rounded-control border border-line px-4 font-semibold hover:border-edge"
    >
      <TabletSmartphone aria-hidden="true" className="size-5 shrink-0" />
      {t('wayBack')}
    </a>
  )
}
