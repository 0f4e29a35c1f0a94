'use client'

import { onDemand } from '@/components/ui/on-demand'

const load = () => import('@/components/board/search/search-summary')

export const SearchSummary = onDemand(() => load().then((m) => m.SearchSummary))
export const HiddenBySearch = onDemand(() => load().then((m) => m.HiddenBySearch))
