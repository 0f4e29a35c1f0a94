'use client'

import { useQuery } from '@tanstack/react-query'
import type { EntryView } from '@/components/entries/filters/address'
import { installQuery } from '@/lib/entries/queries'

/** The install that the filters name, if they name any: `data` has its own id beside the name in the address. */
export function useInstall({ filter: { projectId = '', sealedInstall } }: EntryView) {
  return useQuery({ ...installQuery({ projectId, sealedInstall }), enabled: sealedInstall !== undefined })
}
