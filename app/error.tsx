'use client'

import { useWords } from '@/components/language/language-provider'
import { PageFailure } from '@/components/ui/page-failure'

export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return <PageFailure title={useWords('ui')('pageFailed')} error={error} onRetry={retry} />
}
