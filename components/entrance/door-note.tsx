'use client'

import { type DoorLink, sayAtTheDoor } from '@/components/entrance/own-problem'
import { useWords } from '@/components/language/language-provider'
import { Failure } from '@/components/ui/failure'

type DoorNoteProps = { error: unknown; link?: DoorLink; maybe?: string | false }

/**
 * Why somebody does not get in. `link`: by which they would; `maybe`: what may have been done all the same, to be seen by signing
 * in.
 */
export function DoorNote({ error, link, maybe }: DoorNoteProps) {
  const t = useWords('invitation')
  return (
    <Failure said={sayAtTheDoor(error, t, useWords('problems'), link)} error={error}>
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
