/**
 * An arrival is escalated when its own store does not see to it: no board is open there, or nobody acknowledges in time.
 * The other boards of the project are told then.
 */
export const escalationReasons = ['noBoard', 'notAcknowledged'] as const
export type EscalationReason = (typeof escalationReasons)[number]
