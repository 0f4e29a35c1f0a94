'use client'

import clsx from 'clsx'
import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { IconButton } from '@/components/ui/button'

/** `bad` stays until it is closed: a reason must not pass unread. `good` goes by itself. */
type Toast = { id: number; tone: 'good' | 'bad'; title: string; detail?: string }

const goodLifeMs = 6_000
const mostShown = 4
const none: Toast[] = []
let toasts = none
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says something that just happened. The same words again replace the ones on screen. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const others = toasts.filter((t) => t.title !== toast.title || t.detail !== toast.detail)
  change([...others, { ...toast, id: lastId }].slice(-mostShown))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

function ToastCard({ toast }: { toast: Toast }) {
  useEffect(() => {
    if (toast.tone === 'bad') return
    const timer = setTimeout(() => dismiss(toast.id), goodLifeMs)
    return () => clearTimeout(timer)
  }, [toast])
  const Icon = toast.tone === 'bad' ? TriangleAlert : CircleCheck
  return (
    <li className="on-asphalt pointer-events-auto flex w-full max-w-lg items-center gap-3 rounded-card border border-edge py-2.5 pr-2 pl-4 shadow-float">
      <Icon
        aria-hidden="true"
        className={clsx('size-5 shrink-0', toast.tone === 'bad' ? 'text-kerb' : 'text-[#5fd39a]')}
      />
      <p className="min-w-0 flex-1 text-[15px] leading-snug wrap-anywhere">
        <strong className="font-semibold">{toast.title}</strong>
        {toast.detail && <span className="block text-paint-soft">{toast.detail}</span>}
      </p>
      <IconButton label={`Close: ${toast.title}`} tone="asphalt" onPress={() => dismiss(toast.id)}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </li>
  )
}

/** Where toasts appear; spoken when they do. */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <section aria-label="Messages" className="pointer-events-none fixed inset-x-3 top-29 z-40 sm:top-19">
      <ol aria-live="polite" className="flex flex-col items-center gap-2">
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  )
}
