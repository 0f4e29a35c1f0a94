'use client'

import type { ReactNode } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Chip } from '@/components/ui/chip'
import type { Moments } from '@/components/ui/moment'
import { isInForce } from '@/lib/keys/model'
import type { ApiKey } from '@/lib/keys/schema'

/** What a row of keys is shown with: what stores are called, the other keys, and the clock. */
export type KeyContext = { moments: Moments | null; storeName: (destinationId: string) => string; keys: ApiKey[] }

const nothing = '\u00a0'
const shownStores = 6

/** What kind of key it is, and what has become of it. */
export function KeyChips({ apiKey, moments }: { apiKey: ApiKey; moments: Moments | null }) {
  const t = useWords('apiKeys')
  const { state, expiresAt, revokedAt, isTest, kind } = apiKey
  const short = (time: Date | null) => (time && moments ? moments.short(time) : nothing)
  return (
    <span className="flex min-w-0 flex-wrap gap-1.5">
      <Chip tone={kind === 'secret' ? 'way' : 'plain'}>{t(kind)}</Chip>
      {isTest && <Chip tone="due">{t('test')}</Chip>}
      {state === 'ending' && <Chip tone="late">{t('overlaps', { time: short(expiresAt) })}</Chip>}
      {!isInForce(state) && state !== 'active' && state !== 'ending' && (
        <Chip>{t(`state_${state}`, { time: short(state === 'revoked' ? revokedAt : expiresAt) })}</Chip>
      )}
    </span>
  )
}

function Fact({ children }: { children: ReactNode }) {
  return <li className="wrap-anywhere">{children}</li>
}

function storesText({ destinationIds, storeCount }: ApiKey, { storeName }: KeyContext): string | null {
  if (!destinationIds) return null
  const names = destinationIds.slice(0, shownStores).map(storeName)
  const more = (storeCount ?? 0) - names.length
  return more > 0 ? `${names.join(', ')} +${more}` : names.join(', ')
}

/** Where it reaches, who made it, when it ends and when it was used. */
export function KeyFacts({ apiKey, context }: { apiKey: ApiKey; context: KeyContext }) {
  const t = useWords('apiKeys')
  const { moments, keys } = context
  const { madeBy, createdAt, expiresAt, lastUsedAt, replaces, replacedBy, state } = apiKey
  const prefixOf = (keyId: string | null) => keys.find((key) => key.keyId === keyId)?.prefix
  const [next, last] = [prefixOf(replacedBy), prefixOf(replaces)]
  const made = { name: madeBy ?? '', time: moments?.short(createdAt) ?? nothing }
  const isUsed = lastUsedAt !== null
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm leading-6 text-soft">
      <Fact>
        <bdi>{storesText(apiKey, context) ?? t('allStores')}</bdi>
      </Fact>
      <Fact>
        {isUsed ? (
          <time dateTime={lastUsedAt.toISOString()} title={moments?.full(lastUsedAt)}>
            {t('lastUsed', { ago: moments?.ago(lastUsedAt) ?? nothing })}
          </time>
        ) : (
          t('neverUsed')
        )}
      </Fact>
      {state === 'active' && expiresAt && <Fact>{t('endsAt', { time: moments?.short(expiresAt) ?? nothing })}</Fact>}
      <Fact>{t(madeBy === null ? 'madeAtConsole' : 'madeBy', made)}</Fact>
      {last && <Fact>{t('replacesKey', { prefix: `${last}…` })}</Fact>}
      {next && <Fact>{t('replacedByKey', { prefix: `${next}…` })}</Fact>}
    </ul>
  )
}
