'use client'

import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { ButtonProps } from '@/components/ui/plain-button'

/** A menu that a button opens: where it stands, whether it is open, and what has the focus in it at first. */
export type OpenMenu = {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  autoFocus: 'first' | true
}

type Trigger = Pick<ButtonProps, 'ref' | 'onPress' | 'onArrow' | 'aria-haspopup' | 'aria-expanded'>

/** Opens a menu by press or arrow key. The menu is not there before it was opened once: its code may come late. */
export function MenuButton({
  button,
  children,
}: {
  button: (trigger: Trigger) => ReactNode
  children: (menu: OpenMenu) => ReactNode
}) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [autoFocus, setAutoFocus] = useState<OpenMenu['autoFocus']>(true)
  const open = (focus: OpenMenu['autoFocus']) => {
    setAutoFocus(focus)
    setIsOpen(true)
  }
  return (
    <>
      {button({
        ref: triggerRef,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onPress: ({ pointerType }) => open(pointerType === 'virtual' ? 'first' : true),
        onArrow: () => open('first'),
      })}
      {isOpen && children({ triggerRef, isOpen, onOpenChange: setIsOpen, autoFocus })}
    </>
  )
}
