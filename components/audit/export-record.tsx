'use client'

import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Button, buttonClass } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { type AuditListFilter, auditExportAddress } from '@/lib/audit/queries'

const formats = ['csv', 'ndjson'] as const

/** What the filters find, as a file that the browser saves by itself; null where they can find nothing. */
export function ExportRecord({ filter }: { filter: AuditListFilter | null }) {
  const t = useWords('audit')
  const [isOpen, setOpen] = useState(false)
  const reasonId = useId()
  return (
    <>
      <div className="flex max-w-64 flex-col items-start gap-1.5">
        <Button
          size="board"
          isDisabled={!filter}
          aria-describedby={filter ? undefined : reasonId}
          onPress={() => setOpen(true)}
        >
          <Download aria-hidden="true" className="size-5" />
          {t('export')}
        </Button>
        {!filter && (
          <p id={reasonId} className="text-sm text-soft">
            {t('exportReversed')}
          </p>
        )}
      </div>
      {filter && (
        <Dialog title={t('exportTitle')} isOpen={isOpen} onOpenChange={setOpen}>
          <div className="flex flex-col gap-4">
            <p>{t('exportText')}</p>
            <div className="grid gap-2.5 sm:grid-cols-2">
              {formats.map((format) => (
                <a
                  key={format}
                  href={auditExportAddress({ ...filter, format })}
                  download
                  className={buttonClass('outline', 'board', 'flex-col! items-start! gap-0! py-2.5')}
                  onClick={() => setOpen(false)}
                >
                  <span className="uppercase">{format}</span>
                  <span className="text-sm font-normal text-soft">{t(`${format}Hint`)}</span>
                </a>
              ))}
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
