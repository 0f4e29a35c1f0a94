'use client'

import { sayAtTheDoor } from '@/components/entrance/own-problem'
import { useWords } from '@/components/language/language-provider'
import { Failure } from '@/components/ui/failure'

/** Why somebody does not get in; `maybe`: what may have been done all the same, to be seen by signing in. */
export function DoorNote({ error, maybe }: { error: unknown; maybe?: string | false }) {
  const t = useWords('invitation')
  return (
    <Failure said={sayAtTheDoor(error, t, useWords('problems'))} error={error}>
      {maybe && (
        <>
          <p>{maybe}</p>
          <a href="/sign-in" className="inline-flex min-h-12 items-center font-semibold text-ink underline">
            {t('toSignIn')}
          </a>
        </>
      )}
    </Failure>
  )
}
