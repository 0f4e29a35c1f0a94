'use client'

import { sayAtTheDoor } from '@/components/entrance/own-problem'
import { useWords } from '@/components/language/language-provider'
import { Failure } from '@/components/ui/failure'

/** Why somebody does not get in. */
export function DoorNote({ error }: { error: unknown }) {
  return <Failure said={sayAtTheDoor(error, useWords('invitation'), useWords('problems'))} error={error} />
}
