'use client'

import { useState } from 'react'
import { keepFolded } from '@/components/entries/charts/folded'

export type FoldedCharts = { isFolded: boolean; fold: (isFolded: boolean) => void }

/** Whether the charts are folded away; the device remembers. */
export function useFolded(areFolded: boolean): FoldedCharts {
  const [isFolded, setFolded] = useState(areFolded)
  const fold = (folded: boolean) => {
    keepFolded(folded)
    setFolded(folded)
  }
  return { isFolded, fold }
}
