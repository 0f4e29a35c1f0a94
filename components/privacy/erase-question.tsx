'use client'

import { type FormEvent, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { showToast } from '@/components/ui/toast'
import { useOnce } from '@/components/ui/use-once'
import type { Asked } from '@/lib/customers/model'
import { eraseCustomer } from '@/lib/customers/queries'

type EraseQuestionProps = {
  projectId: string
  asked: Asked
  isOpen: boolean
  onClose: () => void
  onErased: () => void
}

// However it was written: a plate's dash is no reason to refuse.
const plain = (text: string) => text.replace(/[\s.\-–/()]+/g, '').toLowerCase()

/** Asks before a customer is erased for good: whoever means it writes the phone or plate once more. */
export function EraseQuestion({ isOpen, onClose, ...asking }: EraseQuestionProps) {
  const t = useWords('privacy')
  return (
    <Dialog title={t('eraseTitle')} isOpen={isOpen} onOpenChange={(open) => !open && onClose()}>
      {isOpen && <Question onClose={onClose} {...asking} />}
    </Dialog>
  )
}

function Question({ projectId, asked, onClose, onErased }: Omit<EraseQuestionProps, 'isOpen'>) {
  const t = useWords('privacy')
  const [typed, setTyped] = useState('')
  const { mutate, error, isPending } = useOnce({
    mutationFn: () => eraseCustomer(projectId, asked),
    onSuccess: (erased) => {
      showToast({ tone: 'good', title: t('erased'), detail: t('found', erased) })
      onClose()
      onErased()
    },
  })
  const isMeant = plain(typed) === plain(asked.value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isMeant && !isPending) mutate()
  }
  return (
    <form onSubmit={submit} autoComplete="off" className="flex flex-col gap-5">
      <p>{t('eraseText')}</p>
      <Field
        label={t('typeAgain', { value: asked.value })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoFocus
        inputClassName="min-h-[48px]"
      />
      {error && <ErrorState title={t('eraseFailed')} error={error} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="submit" size="board" isDisabled={!isMeant} isPending={isPending}>
          {t('eraseNow')}
        </Button>
        <Button tone="ink" size="board" onPress={onClose}>
          {t('keep')}
        </Button>
      </div>
    </form>
  )
}
