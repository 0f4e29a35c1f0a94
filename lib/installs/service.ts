import type { StaffCaller } from '@/lib/auth/model'
import { requireRight } from '@/lib/auth/rights'
import type { Install, InstallAsked } from '@/lib/installs/schema'
import { installAsked, sealInstall, unsealInstall } from '@/lib/installs/sealed-install'

/**
 * An install by both of its names, asked for by either: whether anything was ever told of it is not looked at. Throws
 * project_not_found, right_missing; field_invalid for a sealed name that opens nothing here.
 */
export function getInstall(caller: StaffCaller, { projectId, installRef, sealedInstall }: InstallAsked): Install {
  requireRight(caller, projectId, 'history')
  const asked = installRef ?? installAsked(projectId, sealedInstall) ?? ''
  return { installRef: asked, sealedInstall: sealInstall(projectId, asked) }
}

/** The install that an address names; null where it names none of the project. Throws project_not_found, right_missing. */
export function findInstall(caller: StaffCaller, projectId: string, sealedInstall: string): Install | null {
  requireRight(caller, projectId, 'history')
  const installRef = unsealInstall(projectId, sealedInstall)
  return installRef === null ? null : { installRef, sealedInstall }
}
