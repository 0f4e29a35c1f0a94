'use client'

import clsx from 'clsx/lite'
import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useWords } from '@/components/language/language-provider'
import { AriaLocale } from '@/components/layout/aria-locale'
import { IconButton } from '@/components/ui/button'
import { useNoEcho, useNoEchoBehind } from '@/components/ui/use-no-echo'

export type DialogProps = {
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** It has keys of its own: no keyboard comes up, and a tap outside, as a second one on what opened it is, leaves it open. */
  isKeypad?: boolean
  children: ReactNode
}

// By touch the library hides a modal for up to 0.6 s, until the keyboard for its field is there.
const atOnce = '[clip-path:none]! [clip:auto]! [mask-image:none]! opacity-100!'

/**
 * Escape closes also while nothing has the focus: a button that goes away by being pressed leaves it with the body until
 * the next frame, and the modal itself hears only the keys pressed within it.
 */
function useEscapeFromNowhere(leave: () => void): void {
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && target === document.body) leave()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

/** A modal: from the bottom on a phone, in the middle elsewhere. Escape closes it, and a tap outside unless it is a keypad. */
export function ModalDialog({ title, isOpen, onOpenChange, isKeypad = false, children }: DialogProps) {
  const t = useWords('ui')
  useEscapeFromNowhere(() => onOpenChange(false))
  // On a phone what it asks comes to stand where the row's button, the menu's line or the bar was.
  useNoEcho()
  useNoEchoBehind('.places, main')
  return (
    <AriaLocale>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        isDismissable={!isKeypad}
        className={clsx(
          'modal-layer fixed inset-0 z-50 flex items-end justify-center bg-scrim sm:items-center sm:p-6',
          isKeypad && atOnce,
        )}
      >
        <Modal
          className={clsx(
            'flex max-h-[90dvh] [@media(max-height:360px)]:max-h-dvh w-full max-w-xl flex-col overflow-hidden rounded-t-card bg-card shadow-float sm:rounded-card',
            isKeypad && atOnce,
          )}
        >
          <AriaDialog className="flex min-h-0 flex-col outline-none">
            <header className="flex items-center gap-3 border-b border-line py-3 pe-3 ps-5">
              <Heading slot="title" className="min-w-0 flex-1 font-sign text-2xl font-bold wrap-anywhere">
                {title}
              </Heading>
              <IconButton label={t('close')} tone="quiet" className="touch-52" onPress={() => onOpenChange(false)}>
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </header>
            <div className="min-h-0 scroll-pb-24 overflow-auto p-5">{children}</div>
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  )
}
