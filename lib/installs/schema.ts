import * as z from 'zod'
import { ClientId, ProjectId, text } from '@/lib/http/fields'

/** How an address names an install: an installRef may be somebody's id or phone. As long as the longest installRef sealed. */
export const SealedInstall = text(1, 720).describe(
  'An install by the name that POST /api/staff/entries/installs gives it',
)

const exactlyOne = [{ required: ['installRef'] }, { required: ['sealedInstall'] }]

/** An install by either of its names. */
export const InstallAsked = z
  .strictObject({ projectId: ProjectId, installRef: ClientId.optional(), sealedInstall: SealedInstall.optional() })
  .refine((asked) => (asked.installRef === undefined) !== (asked.sealedInstall === undefined), {
    path: ['installRef'],
    error: 'Send installRef or sealedInstall',
  })
  .meta({
    id: 'InstallAsked',
    oneOf: exactlyOne,
    examples: [{ projectId: '9d3c1f52-6b0e-4c5e-9c57-2f6f4a3c8e10', installRef: 'phone-7' }],
  })
export type InstallAsked = z.output<typeof InstallAsked>

/** An install by both of its names. */
export const Install = z
  .object({
    installRef: z.string(),
    sealedInstall: z.string().describe('Opens in its project alone; the same at each time'),
  })
  .meta({ id: 'Install' })
export type Install = z.output<typeof Install>
