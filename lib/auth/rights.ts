import { findMembership, has, type Membership, type Right, type StaffCaller } from '@/lib/auth/model'
import { Refusal } from '@/lib/errors'
import { countTo } from '@/lib/wall'

const why: Record<Right, string> = {
  board: 'Your account may not see the boards of this project.',
  history: 'Entries and insights are for managers and owners.',
  store: 'A store’s settings are for managers and owners.',
  tablets: 'Tablets are paired by managers and owners.',
  people: 'People are invited by managers and owners.',
  project: 'This is for owners, and for managers of all stores.',
  keys: 'API keys are for owners.',
  audit: 'Who did what is for owners to read.',
  privacy: 'What is known of customers, and how long it is kept, is for owners.',
}

/**
 * The membership by which somebody may do something in a project. Throws project_not_found for who has no part in it
 * (which is as if it were not there), right_missing for who has one that does not reach so far. What is read from here on
 * counts to that project's share of the connections, on pages too.
 */
export function requireRight(caller: StaffCaller, projectId: string, right: Right): Membership {
  const membership = findMembership(caller, projectId)
  if (!membership) throw new Refusal('project_not_found', 'There is no such project for your account.')
  if (!has(membership, right)) throw new Refusal('right_missing', `${why[right]} Ask an owner to change your role.`)
  countTo(projectId)
  return membership
}

/** For whoever has become something else, or has been taken out, since it was decided that they may. */
export const rightGone = () =>
  new Refusal('right_missing', 'What you are in this project has just been changed. Load the page again.')
