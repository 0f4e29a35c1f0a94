'use client'

import { Bell, ChevronRight } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Button } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu'
import { useElsewhere } from '@/components/board/elsewhere/use-elsewhere'
import { useWords } from '@/components/language/language-provider'
import { AriaLocale } from '@/components/layout/aria-locale'
import { StillPage } from '@/components/ui/still-page'
import { boardPath, type StoreRef } from '@/lib/board/queries'

const all = 'all stores'

/** Beside the store's name: how many other stores ring now, and the way to each. Nothing while none does. */
export function RingingElsewhere({ here }: { here: StoreRef }) {
  const stores = useElsewhere(here)
  const t = useWords('elsewhere')
  const router = useRouter()
  if (stores.length === 0) return null
  const words = t('ring', { count: stores.length })
  const go = (key: string) => {
    const store = stores.find(({ destinationId }) => `store ${destinationId}` === key)
    router.push(store ? boardPath(store) : '/board')
  }
  return (
    <AriaLocale>
      <MenuTrigger>
        <Button
          aria-label={words}
          className="touch-52 flex min-h-9 shrink-0 items-center gap-1.5 rounded-control bg-asphalt-raised px-2.5 font-semibold hover:brightness-125"
        >
          <Bell aria-hidden="true" className="size-4" />
          {stores.length}
        </Button>
        <Popover
          offset={8}
          className="max-h-80 w-80 max-w-[calc(100vw-24px)] overflow-auto rounded-card border border-line bg-card p-1.5 text-ink shadow-float"
        >
          <StillPage />
          <Menu aria-label={words} onAction={(key) => go(String(key))} className="outline-none">
            {stores.map(({ destinationId, name, ringing, isAtLeast }) => (
              <MenuItem
                key={destinationId}
                id={`store ${destinationId}`}
                textValue={t('ringingNamed', { store: name, count: ringing, more: isAtLeast ? 'yes' : 'no' })}
                className="flex min-h-[52px] cursor-pointer items-center gap-3 rounded-chip px-3 text-[15px] data-focused:bg-well data-focus-visible:-outline-offset-2"
              >
                <bdi dir="auto" className="min-w-0 flex-1 truncate font-semibold">
                  {name}
                </bdi>
                <span className="shrink-0 text-sm text-soft">
                  {t('ringing', { count: ringing, more: isAtLeast ? 'yes' : 'no' })}
                </span>
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 rtl:-scale-x-100" />
              </MenuItem>
            ))}
            <MenuItem
              id={all}
              textValue={t('allStores')}
              className="flex min-h-[52px] cursor-pointer items-center rounded-chip px-3 text-[15px] data-focused:bg-well data-focus-visible:-outline-offset-2"
            >
              {t('allStores')}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </AriaLocale>
  )
}
