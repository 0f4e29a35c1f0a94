/** How long a link to join may be used, in days. */
export const invitationDays = 7

/** What became of an invitation. */
export type Fate = 'open' | 'unknown' | 'used' | 'withdrawn' | 'expired'

type Times = { expiresAt: Date; acceptedAt: Date | null; withdrawnAt: Date | null }

export function fateOf(invitation: Times | null, now: Date): Fate {
  if (!invitation) return 'unknown'
  if (invitation.acceptedAt) return 'used'
  if (invitation.withdrawnAt) return 'withdrawn'
  return invitation.expiresAt > now ? 'open' : 'expired'
}

/** Of a project, of those that have not run out. */
export const mostInvitations = 2_000

/** The same to some stores alone, by whoever has no others: nobody fills all of a project's from one store. */
export const mostInvitationsWithin = 200

/** Those to some stores, by whoever has not all: the managers of several stores together leave room for those who have. */
export const mostInvitationsToSome = 1_500
