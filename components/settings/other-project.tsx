'use client'

import { SearchX } from 'lucide-react'
import { useWords } from '@/components/language/language-provider'
import { type Project, ProjectLinks } from '@/components/settings/project-links'
import { EmptyState } from '@/components/ui/empty-state'

/** Where an address names a project in which somebody may see no such page, or not any more: to theirs. */
export function OtherProject({ projects, path }: { projects: Project[]; path: string }) {
  const t = useWords('settings')
  return (
    <>
      <ProjectLinks projects={projects} projectId={null} path={path} />
      <EmptyState icon={SearchX} title={t('otherProject')}>
        <p>{t('otherProjectText')}</p>
      </EmptyState>
    </>
  )
}
