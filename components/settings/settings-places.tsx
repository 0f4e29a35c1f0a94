'use client'

import clsx from 'clsx/lite'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { useWords } from '@/components/language/language-provider'
import { has, type Membership, type Right } from '@/lib/auth/model'

/** The pages of a project's settings. */
export type SettingsPlace = 'general' | 'people' | 'tablets' | 'keys' | 'audit' | 'privacy'

const places: { place: SettingsPlace; path: string; right: Right }[] = [
  { place: 'general', path: '/settings', right: 'store' },
  { place: 'people', path: '/settings/people', right: 'people' },
  { place: 'tablets', path: '/settings/tablets', right: 'tablets' },
  { place: 'keys', path: '/settings/keys', right: 'keys' },
  { place: 'audit', path: '/settings/audit', right: 'audit' },
  { place: 'privacy', path: '/settings/privacy', right: 'privacy' },
]

type SettingsPlacesProps = {
  membership: Pick<Membership, 'projectId' | 'role' | 'destinationIds'>
  here: SettingsPlace
}

/** Between the pages of a project's settings: those that the account may open. */
export function SettingsPlaces({ membership, here }: SettingsPlacesProps) {
  const t = useWords('settings')
  const shown = places.filter(({ right }) => has(membership, right))
  const stripRef = useRef<HTMLUListElement>(null)
  // Where not all fit, the chosen one is in view; the page itself must not move.
  useEffect(() => {
    const strip = stripRef.current
    const chosen = strip?.querySelector<HTMLElement>(`[data-place="${here}"]`)
    if (!strip || !chosen) return
    const [outer, inner] = [strip.getBoundingClientRect(), chosen.getBoundingClientRect()]
    strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  }, [here])
  return (
    <nav aria-label={t('places')} className="mb-6 border-b border-line">
      <ul ref={stripRef} className="strip-shades relative -mb-px flex gap-x-1 overflow-x-auto [scrollbar-width:none]">
        {shown.map(({ place, path }) => (
          <li key={place} data-place={place} className="shrink-0">
            <Link
              href={`${path}?project=${membership.projectId}`}
              aria-current={place === here ? 'page' : undefined}
              className={clsx(
                'flex min-h-[48px] items-center border-b-[3px] px-3.5 font-semibold whitespace-nowrap focus-visible:-outline-offset-2',
                place === here ? 'border-ink text-ink' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {t(`place_${place}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
