'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type QuestionProps = {
  title: string
  text: string
  yes: string
  no: string
  isPending: boolean
  onYes: () => void
  onNo: () => void
  /** What went wrong. */
  children?: ReactNode
}

/** Asks before something is done that can't be undone. */
export function Question({ title, text, yes, no, isPending, onYes, onNo, children }: QuestionProps) {
  return (
    <Dialog title={title} isOpen onOpenChange={onNo}>
      <div className="flex flex-col gap-5">
        <p className="wrap-anywhere">{text}</p>
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="board" isPending={isPending} onPress={onYes}>
            {yes}
          </Button>
          <Button tone="ink" size="board" autoFocus onPress={onNo}>
            {no}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
