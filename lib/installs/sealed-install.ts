import { invalidFields } from '@/lib/errors'
import { sealAsText, unsealText } from '@/lib/sealed'

const sealingOf = (projectId: string) => ({ purpose: 'install', bound: projectId })

/**
 * An installRef as addresses name it: apps put users' ids and phones there, and addresses stand in logs and histories. The same
 * for the same install of a project, so that one filter has one address.
 */
export function sealInstall(projectId: string, installRef: string): string {
  return sealAsText(Buffer.from(installRef), sealingOf(projectId))
}

/** The installRef that was sealed in this project; null for whatever else. */
export function unsealInstall(projectId: string, sealedInstall: string): string | null {
  return unsealText(sealedInstall, sealingOf(projectId))?.toString() ?? null
}

/** The installRef that a query asks for, if it asks for any. Throws field_invalid for what was not sealed in this project. */
export function installAsked(projectId: string, sealedInstall: string | undefined): string | undefined {
  if (sealedInstall === undefined) return undefined
  const installRef = unsealInstall(projectId, sealedInstall)
  if (installRef !== null) return installRef
  const message = 'This names no install of the project. Send what POST /api/staff/entries/installs answers for one'
  throw invalidFields([{ path: 'sealedInstall', message }])
}
