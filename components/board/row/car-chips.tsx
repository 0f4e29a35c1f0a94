'use client'

import clsx from 'clsx/lite'
import type { ReactNode } from 'react'
import { Marked } from '@/components/board/search/search-words'
import { useWords } from '@/components/language/language-provider'
import { Chip } from '@/components/ui/chip'
import { ChevronDown } from '@/components/ui/icons'
import { Button } from '@/components/ui/plain-button'
import { carOf, cssColourOf, type FacePart, type TicketFace } from '@/lib/board/ticket-face'

function ColourDot({ name }: { name: string }) {
  const colour = cssColourOf(name)
  return (
    <span
      aria-hidden="true"
      className={clsx('size-3.5 shrink-0 rounded-full border border-edge', !colour && 'border-dashed border-soft')}
      style={colour ? { background: colour } : undefined}
    />
  )
}

type CarChipsProps = {
  face: TicketFace
  who: string
  panelId: string
  isOpen: boolean
  onToggle: () => void
  /** More chips, of what is out of the ordinary. */
  children?: ReactNode
}

function Plate({ plate }: { plate: string }) {
  const t = useWords('board')
  return (
    <span className="inline-flex min-h-7 max-w-[min(100%,12rem)] items-center rounded-chip border-2 border-ink bg-card px-2.5 font-sign text-[17px] leading-none font-bold tracking-wider text-ink">
      <span className="sr-only">{t('plate')} </span>
      <bdi dir="auto" className="truncate">
        <Marked kind="loose">{plate}</Marked>
      </bdi>
    </span>
  )
}

function Part({ face, part }: { face: TicketFace; part: FacePart }) {
  if (part.part === 'plate') return face.carPlate && <Plate plate={face.carPlate} />
  const car = part.part === 'car' ? carOf(face) : null
  if (part.part === 'car' && !car) return null
  return (
    <Chip className="max-w-[min(100%,18rem)]!">
      {part.part === 'other' && (
        <bdi dir="auto" className="max-w-[45%] shrink-0 truncate text-soft">
          {part.key}
        </bdi>
      )}
      {part.part === 'car' && face.carColour && <ColourDot name={face.carColour} />}
      <bdi dir="auto" className="min-w-0 truncate">
        {part.part === 'other' ? part.value : car}
      </bdi>
    </Chip>
  )
}

/** The car, and a chip that opens everything else that is known of the order. */
export function CarChips({ face, who, panelId, isOpen, onToggle, children }: CarChipsProps) {
  const t = useWords('board')
  const more = face.rest.length
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {face.parts.map((part) => (
        <Part key={part.part === 'other' ? `other ${part.key}` : part.part} face={face} part={part} />
      ))}
      {children}
      <Button
        data-details
        onPress={onToggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-label={more ? t('moreDetailsOf', { count: more, who }) : t('detailsOf', { who })}
        className="touch-52 inline-flex min-h-7 items-center gap-1 rounded-chip border border-edge bg-card px-2.5 text-sm font-semibold text-ink hover:bg-well active:bg-well"
      >
        {more ? <bdi dir="ltr">+{more}</bdi> : t('details')}
        <ChevronDown aria-hidden="true" className={clsx('size-4 transition-transform', isOpen && 'rotate-180')} />
      </Button>
    </div>
  )
}
