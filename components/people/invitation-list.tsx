'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimes } from '@/components/account/use-times'
import { useWords } from '@/components/language/language-provider'
import { sayPeopleProblem } from '@/components/people/failure-note'
import { MadeLinkView } from '@/components/people/made-link'
import { PartChips } from '@/components/people/part-chips'
import { type More, ShowMore } from '@/components/people/show-more'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Count } from '@/components/ui/chip'
import { Dialog } from '@/components/ui/dialog'
import { Question } from '@/components/ui/question'
import { showToast } from '@/components/ui/toast'
import { useFirstScreen } from '@/components/ui/use-first-screen'
import { useOnce } from '@/components/ui/use-once'
import { peopleKey, renewInvitation, withdrawInvitation } from '@/lib/people/queries'
import type { Invitation, MadeLink, People } from '@/lib/people/schema'

type ListProps = { projectId: string; people: People; stores: People['stores'] }

function Row({ projectId, people, stores, invitation }: ListProps & { invitation: Invitation }) {
  const t = useWords('people')
  const problems = useWords('problems')
  const { dayAndTime } = useTimes()
  const queryClient = useQueryClient()
  const [made, setMade] = useState<MadeLink | null>(null)
  const { invitationId, email, expiresAt, invitedByName } = invitation
  const place = { projectId, invitationId }
  const [isAsking, setAsking] = useState(false)
  const told = (error: unknown) =>
    showToast({ tone: 'bad', title: t('failed'), detail: sayPeopleProblem(error, t, problems) })
  const reload = () => queryClient.invalidateQueries({ queryKey: peopleKey(projectId) })
  const renewing = useOnce({
    mutationFn: (sendsMail: boolean) => renewInvitation(place, sendsMail),
    onSuccess: setMade,
    onError: told,
    onSettled: reload,
  })
  const withdrawing = useOnce({
    mutationFn: () => withdrawInvitation(place),
    onSuccess: () => showToast({ tone: 'good', title: t('withdrawn', { email }) }),
    onError: told,
    // The question stays until the list is new: the next row's button is not to come under the finger.
    onSettled: () => reload().finally(() => setAsking(false)),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5 not-first:border-t not-first:border-line">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">{email}</p>
        <p className="text-sm text-soft wrap-anywhere">
          {t('invitedBy', { name: invitedByName })}
          {' · '}
          {expiresAt > new Date() ? (
            t('until', { time: dayAndTime(expiresAt) })
          ) : (
            <strong className="font-semibold text-over">{t('expired')}</strong>
          )}
        </p>
      </div>
      <PartChips part={invitation} stores={stores} />
      {invitation.mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="board"
            aria-label={t(people.sendsMail ? 'sendAgainNamed' : 'newLinkNamed', { name: email })}
            isPending={renewing.isPending}
            onPress={() => renewing.mutate(people.sendsMail)}
          >
            {t(people.sendsMail ? 'sendAgain' : 'newLink')}
          </Button>
          <Button size="board" aria-label={t('withdrawNamed', { name: email })} onPress={() => setAsking(true)}>
            {t('withdraw')}
          </Button>
        </div>
      )}
      {isAsking && (
        <Question
          title={t('withdrawTitle', { email })}
          text={t('withdrawText')}
          yes={t('withdrawYes')}
          no={t('withdrawNo')}
          isPending={withdrawing.isPending}
          onYes={withdrawing.mutate}
          onNo={() => setAsking(false)}
        />
      )}
      <Dialog title={email} isOpen={made !== null} onOpenChange={() => setMade(null)}>
        {made && (
          <div className="flex flex-col gap-3">
            <p className="text-sm text-soft">{t('newLinkHint')}</p>
            <MadeLinkView made={made} email={email} onDone={() => setMade(null)} />
          </div>
        )}
      </Dialog>
    </li>
  )
}

/** Who was asked and has not come yet. */
export function InvitationList({ more, ...props }: ListProps & { more: More }) {
  const t = useWords('people')
  const { people } = props
  const shown = useFirstScreen(people.invitations)
  if (people.invitations.length === 0) return null
  return (
    <section aria-labelledby="invited">
      <h2 id="invited" className="mb-2.5 flex items-center gap-2.5 font-sign text-2xl font-bold">
        {t('invitations')}
        <Count>
          {people.invitations.length}
          {people.invitationsToken && '+'}
        </Count>
      </h2>
      <Card>
        <ul>
          {shown.map((invitation) => (
            <Row key={invitation.invitationId} {...props} invitation={invitation} />
          ))}
        </ul>
      </Card>
      <ShowMore
        list="invitations"
        count={people.invitations.length}
        isCut={Boolean(people.invitationsToken)}
        more={more}
      />
    </section>
  )
}
