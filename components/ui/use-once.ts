'use client'

import { type DefaultError, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTurn } from '@/components/ui/use-turn'

// `error` says it.
const told = () => undefined

/** `useMutation` for what a button or a form sends: a second `mutate` while one is underway sends nothing. */
export function useOnce<Made = unknown, Failure = DefaultError, Given = void>(
  options: UseMutationOptions<Made, Failure, Given>,
) {
  const { take, give } = useTurn()
  const { mutateAsync, reset: forget, ...mutation } = useMutation(options)
  const mutate = useCallback((given: Given) => void take(() => mutateAsync(given))?.catch(told), [take, mutateAsync])
  const reset = useCallback(() => {
    give()
    forget()
  }, [give, forget])
  return { ...mutation, mutate, reset }
}
