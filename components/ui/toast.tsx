'use client'

import clsx from 'clsx/lite'
import { useEffect, useSyncExternalStore } from 'react'
import { useWords } from '@/components/language/language-provider'
import { Button, IconButton } from '@/components/ui/button'
import { CircleCheck, TriangleAlert, Undo2, X } from '@/components/ui/icons'

/**
 * All go by themselves, `bad` later: a reason must not pass unread. `about` names what it tells of, such as an order;
 * `undo` is the way back, offered for ten seconds.
 */
type Toast = { id: number; tone: 'good' | 'bad'; title: string; detail?: string; about?: string; undo?: () => void }

const lifeMs = { good: 6_000, bad: 30_000 }
export const undoOfferedMs = 10_000
const mostShown = 3
const none: Toast[] = []
let toasts = none
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const isReplaced = (old: Toast, { about, title, detail }: Omit<Toast, 'id'>) =>
  about === undefined ? old.title === title && old.detail === detail : old.about === about

/** Says something that just happened, in place of what was said about the same, or in the same words. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const others = toasts.filter((old) => !isReplaced(old, toast))
  change([...others, { ...toast, id: lastId }].slice(-mostShown))
}

/** Takes back what was said about something that has changed since. */
export function dismissAbout(about: string): void {
  if (toasts.some((toast) => toast.about === about)) change(toasts.filter((toast) => toast.about !== about))
}

/** Takes back all that was said. */
export function dismissAll(): void {
  if (toasts.length > 0) change(none)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

function takeBack({ id, undo }: Toast): void {
  dismiss(id)
  undo?.()
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useWords('ui')
  useEffect(() => {
    const timer = setTimeout(() => dismiss(toast.id), toast.undo ? undoOfferedMs : lifeMs[toast.tone])
    return () => clearTimeout(timer)
  }, [toast])
  const Icon = toast.tone === 'bad' ? TriangleAlert : CircleCheck
  return (
    <li
      className={clsx(
        'on-asphalt pointer-events-auto flex w-full max-w-lg items-center gap-3 rounded-card border border-edge py-2.5 pe-2 ps-4 shadow-float',
        // A phone has room for one way back: several would lie on the arrivals.
        toast.undo && 'max-sm:not-last:hidden',
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx('size-5 shrink-0', toast.tone === 'bad' ? 'text-kerb' : 'text-[#5fd39a]')}
      />
      <p className="min-w-0 flex-1 text-[15px] leading-snug wrap-anywhere">
        <strong className="font-semibold">{toast.title}</strong>
        {toast.detail && <span className="block text-paint-soft">{toast.detail}</span>}
      </p>
      {toast.undo && (
        <Button
          tone="asphalt"
          size="board"
          aria-label={t('undoNamed', { title: toast.title })}
          onPress={() => takeBack(toast)}
        >
          <Undo2 aria-hidden="true" className="size-5" />
          {t('undo')}
        </Button>
      )}
      <IconButton label={t('closeNamed', { title: toast.title })} tone="asphalt" onPress={() => dismiss(toast.id)}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </li>
  )
}

/** Where toasts appear: at the bottom, above what a page floats there (`--float`); spoken when they do. */
export function ToastRegion() {
  const t = useWords('ui')
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <section
      aria-label={t('messages')}
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--float,0px)+2rem)] z-40"
    >
      <ol aria-live="polite" className="flex flex-col items-center gap-2">
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  )
}
