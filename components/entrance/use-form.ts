'use client'

import { type FormEvent, useState } from 'react'
import { useIsReady } from '@/components/ui/use-is-ready'
import { useTurn } from '@/components/ui/use-turn'
import { mayBeDone } from '@/lib/http/client'

/**
 * A form that is sent once at a time: what failed, and whether the page can act by now. `isMaybeDone`: an answer was lost, that one or
 * one before, and what is sent again may be refused for that.
 */
export function useForm(send: (form: (name: string) => string) => Promise<void>) {
  const { take } = useTurn()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isMaybeDone, setMaybeDone] = useState(false)
  const isReady = useIsReady()
  const submit = async (form: FormData) => {
    setPending(true)
    setFailure(null)
    try {
      await send((name) => String(form.get(name) ?? ''))
    } catch (error) {
      setFailure(error)
      if (mayBeDone(error)) setMaybeDone(true)
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
  return { handlers, isPending, failure, isMaybeDone, isReady }
}
