'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { FailureNote } from '@/components/people/failure-note'
import { MadeLinkView } from '@/components/people/made-link'
import { PartFields } from '@/components/people/part-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { useTurn } from '@/components/ui/use-turn'
import { ApiError } from '@/lib/http/client'
import type { Part } from '@/lib/people/model'
import { invite, peopleKey } from '@/lib/people/queries'
import type { MadeLink, People } from '@/lib/people/schema'

type InviteProps = { projectId: string; people: People }

const isBadEmail = (error: unknown) =>
  error instanceof ApiError && error.problem.errors?.some(({ path }) => path === 'email') === true

function InviteForm({ projectId, people, onMade }: InviteProps & { onMade: (email: string, made: MadeLink) => void }) {
  const t = useWords('people')
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const all = people.allStoresToGive ? null : []
  const [part, setPart] = useState<Part>({ role: 'staff', destinationIds: all })
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isStoreMissing, setStoreMissing] = useState(false)
  const { take } = useTurn()
  const submit = async () => {
    const isMissing = part.destinationIds?.length === 0
    setStoreMissing(isMissing)
    if (isMissing) return
    setPending(true)
    setFailure(null)
    try {
      const made = await invite({ projectId, email: email.trim(), ...part })
      void queryClient.invalidateQueries({ queryKey: peopleKey(projectId) })
      onMade(email.trim(), made)
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    void take(submit)
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-5">
      <Field
        label={t('email')}
        type="email"
        name="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        isRequired
        autoFocus
        {...(isBadEmail(failure) && { error: t('emailInvalid') })}
        inputClassName="min-h-[52px]!"
      />
      <PartFields
        projectId={projectId}
        giving={people}
        part={part}
        onChange={setPart}
        error={isStoreMissing && part.destinationIds?.length === 0 ? t('chooseStore') : undefined}
      />
      {failure !== null && !isBadEmail(failure) && <FailureNote error={failure} />}
      <Button type="submit" tone="kerb" size="board" isPending={isPending}>
        {t(people.sendsMail ? 'send' : 'makeLink')}
      </Button>
    </form>
  )
}

/** Asks somebody to join: who, as what, for which stores; then the link, or that a mail brings it. */
export function InviteDialog(props: InviteProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { isOpen, onOpenChange, ...given } = props
  const t = useWords('people')
  const [made, setMade] = useState<{ email: string; link: MadeLink } | null>(null)
  const change = (isNowOpen: boolean) => {
    if (!isNowOpen) setMade(null)
    onOpenChange(isNowOpen)
  }
  const title = made ? t('invited', { email: made.email }) : t('invite')
  return (
    <Dialog title={title} isOpen={isOpen} onOpenChange={change}>
      {made ? (
        <MadeLinkView made={made.link} email={made.email} onDone={() => change(false)} />
      ) : (
        <InviteForm {...given} onMade={(email, link) => setMade({ email, link })} />
      )}
    </Dialog>
  )
}
