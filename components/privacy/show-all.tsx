'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useWords } from '@/components/language/language-provider'
import { sayProblem } from '@/components/language/problem-words'
import type { useRevealed } from '@/components/privacy/use-revealed'
import { Button } from '@/components/ui/button'

type ShowAllProps = Pick<ReturnType<typeof useRevealed>, 'shown' | 'isPending' | 'error' | 'ask' | 'hide'>

/** Says that this board hides whose order it is, and shows it for half a minute. */
export function ShowAll({ shown, isPending, error, ask, hide }: ShowAllProps) {
  const t = useWords('masking')
  const problems = useWords('problems')
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button tone="outline" size="board" isPending={isPending} onPress={shown ? hide : ask}>
        <Icon aria-hidden="true" className="size-5" />
        {t(shown ? 'hide' : 'show')}
      </Button>
      <p role="status" className="text-sm text-soft">
        {error && !shown ? (sayProblem(error, problems) ?? t('failed')) : t(shown ? 'shown' : 'hidden')}
      </p>
    </div>
  )
}
