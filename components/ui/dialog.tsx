'use client'

import type { DialogProps } from '@/components/ui/modal-dialog'
import { onDemand } from '@/components/ui/on-demand'

const ModalDialog = onDemand(() => import('@/components/ui/modal-dialog').then((m) => m.ModalDialog))

/** A modal: from the bottom on a phone, in the middle elsewhere. Escape closes it, and a tap outside unless it is a keypad. */
export function Dialog(props: DialogProps) {
  return props.isOpen && <ModalDialog {...props} />
}
