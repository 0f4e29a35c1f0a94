/** Who did something: a person, a paired tablet (with the person its PIN named), a key, somebody at the server's console. */
export type AuditActor = {
  kind: (typeof actorKinds)[number]
  id: string | null
  name: string | null
  /** Where from: the client's address as this server saw it. */
  address: string | null
}

/** What is kept of: nouns that people know, and what became of them. */
export const auditActions = [
  'account.signedIn',
  'account.signInFailed',
  'account.signedOut',
  'account.passwordChanged',
  'account.secondStepOn',
  'account.secondStepOff',
  'account.recoveryCodesMade',
  'account.passkeyAdded',
  'account.passkeyRemoved',
  'account.sessionEnded',
  'account.renamed',
  'account.resetLinkMade',
  'person.invited',
  'person.inviteRenewed',
  'person.inviteWithdrawn',
  'person.joined',
  'person.changed',
  'person.removed',
  'tablet.paired',
  'tablet.refused',
  'tablet.renamed',
  'tablet.revoked',
  'pin.set',
  'pin.removed',
  'pin.taken',
  'pin.refused',
  'key.made',
  'key.rotated',
  'key.revoked',
  'project.changed',
  'store.changed',
  'store.removed',
  'order.acted',
  'order.revealed',
  'customer.searched',
  'customer.exported',
  'customer.eraseBegun',
  'customer.erased',
  'audit.exported',
  'entries.exported',
] as const

export type AuditAction = (typeof auditActions)[number]

/** Actions as somebody looks for them, each with the nouns that theirs begin with: `keys` is key.made and so on. */
const nounsOf = {
  accounts: ['account'],
  people: ['person'],
  tablets: ['tablet', 'pin'],
  keys: ['key'],
  settings: ['project', 'store'],
  orders: ['order'],
  customers: ['customer', 'entries'],
  record: ['audit'],
} as const

export type AuditKind = keyof typeof nounsOf
export const auditKinds = Object.keys(nounsOf) as AuditKind[]

export function actionsOf(kind: AuditKind): AuditAction[] {
  const nouns: readonly string[] = nounsOf[kind]
  return auditActions.filter((action) => nouns.includes(action.split('.')[0] ?? ''))
}

export const actorKinds = ['staff', 'tablet', 'apiKey', 'console', 'system'] as const

export const subjectKinds = [
  ...(['account', 'person', 'tablet', 'key', 'project', 'store', 'order', 'customer', 'audit', 'entries'] as const),
] as const

/** What something was done to. */
export type AuditSubject = {
  kind: (typeof subjectKinds)[number]
  id: string | null
  name: string | null
}

/** One line of the record. `details` never holds a customer's personal data, a password or a key. */
export type AuditNote = {
  projectId: string
  actor: AuditActor
  action: AuditAction
  subject: AuditSubject
  details?: Record<string, unknown>
}

/** What happened to an account: a line for each project that it belongs to by then. */
export type AccountNote = Omit<AuditNote, 'projectId' | 'subject'> & { account: { userId: string; name: string } }
