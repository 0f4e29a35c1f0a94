'use client'

import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useTurn } from '@/components/ui/use-turn'

const noChange = () => () => undefined

/** A form that is sent once at a time: what failed, and whether the page can act by now. */
export function useForm(send: (form: (name: string) => string) => Promise<void>) {
  const { take } = useTurn()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  // A form that is sent before the page can act would lose what was typed.
  const isReady = useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
  const submit = async (form: FormData) => {
    setPending(true)
    setFailure(null)
    try {
      await send((name) => String(form.get(name) ?? ''))
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }
  const handlers = {
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const form = new FormData(event.currentTarget)
      void take(() => submit(form))
    },
    // A browser sends no form whose fields are marked as wrong: whoever types again is heard again.
    onInput: () => setFailure(null),
  }
  return { handlers, isPending, failure, isReady }
}
