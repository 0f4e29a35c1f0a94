'use client'

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useWords } from '@/components/language/language-provider'
import { IconButton } from '@/components/ui/button'

type DialogProps = { title: string; isOpen: boolean; onOpenChange: (isOpen: boolean) => void; children: ReactNode }

/** A modal: from the bottom on a phone, in the middle elsewhere. Escape and a tap outside close it. */
export function Dialog({ title, isOpen, onOpenChange, children }: DialogProps) {
  const t = useWords('ui')
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="fixed inset-0 z-50 flex items-end justify-center bg-scrim sm:items-center sm:p-6"
    >
      <Modal className="flex max-h-[90dvh] w-full max-w-xl flex-col overflow-hidden rounded-t-card bg-card shadow-float sm:rounded-card">
        <AriaDialog className="flex min-h-0 flex-col outline-none">
          <header className="flex items-center gap-3 border-b border-line py-3 pe-3 ps-5">
            <Heading slot="title" className="min-w-0 flex-1 font-sign text-2xl font-bold wrap-anywhere">
              {title}
            </Heading>
            <IconButton label={t('close')} tone="quiet" className="touch-52" onPress={() => onOpenChange(false)}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </header>
          <div className="min-h-0 overflow-auto p-5">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
