'use client'

import { useWords } from '@/components/language/language-provider'
import { type BayProps, BaySign } from '@/components/ui/bay-sign'

/** A bay in its painted outline: everywhere that a bay is shown. Without one, the outline is dashed. */
export function Bay(props: BayProps) {
  const t = useWords('ui')
  return <BaySign {...props} words={{ bay: t('bay'), noBay: t('noBay') }} />
}
