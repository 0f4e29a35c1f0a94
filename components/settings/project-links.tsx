'use client'

import clsx from 'clsx/lite'
import Link from 'next/link'
import { useWords } from '@/components/language/language-provider'

export type Project = { projectId: string; projectName: string }

type ProjectLinksProps = { projects: Project[]; projectId: string | null; path: string }

/** Where somebody manages several projects: whose settings these are, and the others; `projectId` null: none of theirs. */
export function ProjectLinks({ projects, projectId, path }: ProjectLinksProps) {
  const t = useWords('settings')
  if (projectId !== null && projects.length < 2) return null
  return (
    <nav aria-label={t('projects')} className="mb-5 flex flex-wrap gap-2">
      {projects.map((project) => (
        <Link
          key={project.projectId}
          href={`${path}?project=${project.projectId}`}
          aria-current={project.projectId === projectId ? 'page' : undefined}
          className={clsx(
            'flex min-h-[48px] max-w-full items-center rounded-control border px-4 py-1.5 font-semibold wrap-anywhere',
            project.projectId === projectId ? 'border-ink bg-ink text-card' : 'border-edge bg-card hover:bg-well',
          )}
        >
          {project.projectName}
        </Link>
      ))}
    </nav>
  )
}
