import * as z from 'zod'
import { type Act, openSections, type StaffAction, staffActions } from '@/lib/board/model'
import { ProjectId, text } from '@/lib/http/fields'
import { boardSections } from '@/lib/orders/model'

// What an action needs to know or may say, which not all take.
const ownFields = {
  section: ['move'],
  version: ['undo'],
  reason: ['cancel'],
  from: ['move', 'cancel'],
} as const satisfies Record<string, StaffAction[]>
type OwnField = keyof typeof ownFields
const optional: OwnField[] = ['reason', 'from']
const rules = Object.entries(ownFields) as [OwnField, readonly StaffAction[]][]

const only = (field: OwnField, actions: readonly StaffAction[]) => ({
  if: { properties: { action: { enum: actions } }, required: ['action'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  ...(!optional.includes(field) && { then: { required: [field] } }),
  else: { properties: { [field]: false } },
})

const projectId = '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10'

/** One action on an order. */
export const StaffActionRequest = z
  .strictObject({
    projectId: ProjectId,
    action: z.enum(staffActions),
    section: z.enum(openSections).optional().describe('move: where to'),
    version: z.int().min(1).max(2_147_483_647).optional().describe('undo: the version that the undone action made'),
    reason: text(1, 500).optional().describe('cancel: why, for the timeline'),
    from: z
      .enum(boardSections)
      .optional()
      .describe(
        'move, cancel: in which section the order stood for whoever decided. Where it stands in another by now, ' +
          'because its customer has arrived, say, the action is refused (409 action_conflict) and nobody who has arrived ' +
          'is moved away unseen. Left out, it is taken wherever the order stands.',
      ),
  })
  .superRefine((body, context) => {
    for (const [field, actions] of rules) {
      const isGiven = body[field] !== undefined
      const isWrong = actions.includes(body.action) ? !isGiven && !optional.includes(field) : isGiven
      const named = actions.join(', ')
      const message = isGiven ? `Only for ${named}` : `Required for ${named}`
      if (isWrong) context.addIssue({ code: 'custom', path: [field], message })
    }
  })
  .meta({
    id: 'StaffActionRequest',
    allOf: rules.map(([field, actions]) => only(field, actions)),
    examples: [
      { projectId, action: 'acknowledge' },
      { projectId, action: 'move', section: 'OnTheWay', from: 'Expected' },
      { projectId, action: 'undo', version: 4 },
    ],
  })

/** The body without its project: its own fields are there exactly where the action has them, as was checked. */
export function actOf({ projectId: _, ...act }: z.output<typeof StaffActionRequest>): Act {
  return act as Act
}
