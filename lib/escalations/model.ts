/**
 * An arrival is escalated when its own store does not see to it: no board is open there, or nobody acknowledges in time.
 * The other boards of the project are told then.
 */
export const escalationReasons = ['noBoard', 'notAcknowledged'] as const
export type EscalationReason = (typeof escalationReasons)[number]

/** So much of a store as says whether it may be shown. */
type Place = { projectId: string; destinationId: string }
type Right = { projectId: string; destinationIds: string[] | null }

/** Of these stores those that somebody may see, without the one where they stand. */
export function elsewhereOf<Store extends Place>(stores: Store[], right: Right, here: Place): Store[] {
  return stores.filter(
    ({ projectId, destinationId }) =>
      projectId === right.projectId &&
      (right.destinationIds === null || right.destinationIds.includes(destinationId)) &&
      (projectId !== here.projectId || destinationId !== here.destinationId),
  )
}
