import { useLayoutEffect } from 'react'
import { swallowEcho } from '@/components/ui/use-no-echo'

// Nobody has read it sooner.
const unreadMs = 900

/**
 * Whoever taps on while the answer is slow does not say that they have kept what a modal shows this once: not before anybody could have
 * read it, wherever they tap, nor as long as they go on. For what is within a modal: of several it comes before that one's own.
 */
export function useNoEchoOnShown(): void {
  useLayoutEffect(() => swallowEcho('.modal-layer', unreadMs), [])
}
