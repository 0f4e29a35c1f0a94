'use client'

import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { IconButton } from '@/components/ui/button'

const saidForMs = 2_500

/** Over plain HTTP, as on many a store's own network, browsers have no clipboard but by the old way. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const put = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
    }
    document.addEventListener('copy', put)
    const isDone = document.execCommand('copy')
    document.removeEventListener('copy', put)
    return isDone
  }
}

/** `isLarge`: for a thumb. */
type CopyButtonProps = { text: string; label: string; isLarge?: boolean }

/** Copies a text and says so, or says that it can't. */
export function CopyButton({ text, label, isLarge = false }: CopyButtonProps) {
  const t = useWords('ui')
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), saidForMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const Icon = { copied: Check, failed: X, none: Copy }[outcome ?? 'none']
  return (
    <span className="flex shrink-0 items-center">
      <span role="status" className={outcome ? 'pe-1 text-sm text-soft' : 'sr-only'}>
        {outcome === 'copied' && t('copied')}
        {outcome === 'failed' && t('copyByHand')}
      </span>
      <IconButton
        label={label}
        tone="quiet"
        className={isLarge ? 'min-h-12! w-12' : 'min-h-9! w-9 pointer-coarse:min-h-11! pointer-coarse:w-11'}
        onPress={async () => setOutcome((await copy(text)) ? 'copied' : 'failed')}
      >
        <Icon aria-hidden="true" className="size-4" />
      </IconButton>
    </span>
  )
}
