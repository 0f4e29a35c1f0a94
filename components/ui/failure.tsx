'use client'

import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '@/components/language/language-provider'
import { ApiError } from '@/lib/http/client'

type FailureProps = { said: string; error: unknown; children?: ReactNode }

/** Why something was not done, where it was asked for: `said`, and of a fault of the server its request id. */
export function Failure({ said, error, children }: FailureProps) {
  const t = useWords('ui')
  const problem = error instanceof ApiError && error.problem.status >= 500 ? error.problem : null
  return (
    <div role="alert" className="flex gap-3 rounded-control border border-over bg-over-tint px-4 py-3">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-over" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{said}</p>
        {children}
        {problem && (
          <p className="text-sm wrap-anywhere">
            {t.rich('requestId', { id: problem.requestId, code: (chunks) => <code>{chunks}</code> })}
          </p>
        )}
      </div>
    </div>
  )
}
