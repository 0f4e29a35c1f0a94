'use client'

import { shortcuts } from '@/components/board/keys/shortcuts'
import { useWords } from '@/components/language/language-provider'
import { Dialog } from '@/components/ui/dialog'

function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-flex min-h-9 min-w-9 items-center justify-center rounded-chip border-2 border-edge bg-card px-2.5 font-sign text-lg leading-none font-bold">
      {name}
    </kbd>
  )
}

function Keys() {
  const t = useWords('keys')
  const hasSearch = document.querySelector('input[type="search"]') !== null
  const offered = shortcuts.filter(({ action }) => action !== 'search' || hasSearch)
  return (
    <>
      <dl className="flex flex-col gap-2.5">
        {offered.map(({ keys, action }) => (
          <div key={action} className="flex items-center gap-4">
            <dt className="flex w-24 shrink-0 gap-2">
              {keys.map((name) => (
                <Key key={name} name={name} />
              ))}
            </dt>
            <dd className="min-w-0 flex-1 leading-6">{t(action)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 border-t border-line pt-4 text-sm text-soft">{t('note')}</p>
    </>
  )
}

/** All keys of the board: by ?, and from the account menu for those who have no keyboard at hand yet. */
export function CheatSheet({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const t = useWords('keys')
  return (
    <Dialog title={t('title')} isOpen={isOpen} onOpenChange={onOpenChange}>
      <Keys />
    </Dialog>
  )
}
