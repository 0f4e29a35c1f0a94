'use client'

import { CircleCheck, TriangleAlert } from 'lucide-react'
import { CutOffError, type ExportProgress, NotWrittenError, shareOf } from '@/components/entries/export/save-export'
import { sizeText } from '@/components/entries/export/size-text'
import type { ExportState } from '@/components/entries/export/use-export'
import { useLocale, useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import { ApiError } from '@/lib/http/client'

/** Rows so far of all, and bytes. */
export function Progress({ progress }: { progress: ExportProgress }) {
  const t = useWords('entryExport')
  const locale = useLocale()
  const { rows, bytes, total } = progress
  const share = shareOf(progress)
  const words = t(total === null || rows > total ? 'soFarUncounted' : 'soFar', { rows, total: total ?? 0 })
  return (
    <div className="flex flex-col gap-2">
      <div
        role="progressbar"
        aria-label={t('running')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.floor(100 * share)}
        aria-valuetext={words}
        className="h-3 overflow-hidden rounded-full bg-well"
      >
        <div
          className={share === undefined ? 'shimmer h-full w-full bg-way!' : 'h-full rounded-full bg-way'}
          style={share === undefined ? undefined : { width: `${100 * share}%` }}
        />
      </div>
      <p className="flex justify-between gap-4 text-[15px]">
        <span className="font-semibold">{words}</span>
        <span className="text-soft">{sizeText(bytes, locale)}</span>
      </p>
    </div>
  )
}

/** How it ended. What broke off has left no file, and says so. */
export function Outcome({ state }: { state: ExportState }) {
  const t = useWords('entryExport')
  const problems = useWords('problems')
  const locale = useLocale()
  if (state.kind === 'done') {
    const { rows, bytes } = state.progress
    return (
      <p role="status" className="flex gap-2.5 rounded-control bg-on-time-tint p-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-on-time" />
        <span className="min-w-0 wrap-anywhere">
          {t('done', { rows, size: sizeText(bytes, locale), file: state.fileName })}
        </span>
      </p>
    )
  }
  if (state.kind === 'cancelled') return <p role="status">{t('cancelled')}</p>
  if (state.kind !== 'failed') return null
  const { error } = state
  const isTooMany = error instanceof ApiError && error.problem.code === 'too_many_requests'
  const told = isTooMany ? t('tooMany') : sayProblem(error, problems)
  return (
    <p role="alert" className="flex gap-2.5 rounded-control bg-over-tint p-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-over" />
      <span className="min-w-0 wrap-anywhere">
        <strong className="block font-semibold">
          {t(error instanceof NotWrittenError ? 'notWritten' : error instanceof CutOffError ? 'cutOff' : 'failed')}
        </strong>
        {told} {t('noFile')}
      </span>
    </p>
  )
}
