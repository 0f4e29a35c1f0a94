import type { ReactNode } from 'react'
import { PageWords, pageWords } from '@/app/page-words'
import { requireStaff } from '@/app/require-staff'
import { AppShell } from '@/components/layout/app-shell'
import { PageHeader } from '@/components/layout/page-header'
import { ManagersOnly } from '@/components/settings/managers-only'
import { OtherProject } from '@/components/settings/other-project'
import { ProjectLinks } from '@/components/settings/project-links'
import { type SettingsPlace, SettingsPlaces } from '@/components/settings/settings-places'
import { accountOf, type Membership, projectsWith, type Right, type StaffCaller } from '@/lib/auth/service'
import { listOwnProjectNames } from '@/lib/settings/service'

/** What a page of the settings is told in its address. */
export type SettingsSearch = Promise<{ project?: string | string[] }>

type Shown = { caller: StaffCaller; membership: Membership; projectName: string }

type SettingsFrameProps = {
  place: SettingsPlace
  path: string
  /** Where whoever has to sign in first comes back to; else the path. */
  returnTo?: string
  right: Right
  /** Rooms of words that the page needs beside those of settings. */
  rooms: Parameters<typeof PageWords>[0]['rooms']
  searchParams: SettingsSearch
  /** The page itself, for a project in which the account has the right. */
  children: (shown: Shown) => ReactNode | Promise<ReactNode>
}

const ofOwners: Right[] = ['keys', 'audit', 'privacy']

/** A page of a project's settings: which project, the way to the other pages, and a word to whoever may not see it. */
export async function SettingsFrame(props: SettingsFrameProps) {
  const { place, path, returnTo = path, right, rooms, searchParams, children } = props
  const caller = await requireStaff(returnTo, 'pageOfLists')
  const { project: wanted } = await searchParams
  const t = await pageWords('settings')
  const memberships = projectsWith(caller, right)
  const projects = await listOwnProjectNames(
    caller,
    memberships.map(({ projectId }) => projectId),
  )
  // Whoever comes to a project that is theirs no more, by a bookmark or once more, is shown none of another's as if it was that.
  const wantedId = [wanted ?? ''].flat()[0]?.toLowerCase()
  const named = projects.find(({ projectId }) => projectId === wantedId)
  const isOther = wantedId !== '' && !named && projects.length > 0
  const project = isOther ? undefined : (named ?? projects[0])
  const membership = memberships.find(({ projectId }) => projectId === project?.projectId)
  return (
    <AppShell account={accountOf(caller)}>
      <PageHeader title={project ? t('titleOf', { name: project.projectName }) : t('title')} />
      <PageWords rooms={['settings', ...rooms]}>
        {isOther && <OtherProject projects={projects} path={path} />}
        {!isOther && !(project && membership) && <ManagersOnly isForOwners={ofOwners.includes(right)} />}
        {project && membership && (
          <>
            <ProjectLinks projects={projects} projectId={project.projectId} path={path} />
            <SettingsPlaces membership={membership} here={place} />
            {await children({ caller, membership, projectName: project.projectName })}
          </>
        )}
      </PageWords>
    </AppShell>
  )
}
