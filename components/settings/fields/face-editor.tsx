'use client'

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWords } from '@/components/language/language-provider'
import { moved } from '@/components/settings/draft'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Button, IconButton } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { type FaceSettings, mostFaceFields } from '@/lib/settings/model'

type EditorProps = {
  face: FaceSettings | null
  fieldsSeen: string[]
  error: string | undefined
  onChange: (face: FaceSettings | null) => void
}

const starting = /color|colour|model|plate/i
const asFound = 'as-baycall-finds-it'

type ListProps = { fields: string[]; onChange: (fields: string[]) => void }

function FieldList({ fields, onChange }: ListProps) {
  const t = useWords('settings')
  const list = useRef<HTMLOListElement>(null)
  // The focus goes along, so that a field can be moved on with the same key.
  const move = (from: number, to: number) => {
    onChange(moved(fields, from, to))
    requestAnimationFrame(() =>
      list.current?.children[to]?.querySelectorAll<HTMLElement>('button')[to < from ? 0 : 1]?.focus(),
    )
  }
  return (
    <ol ref={list} aria-label={t('fieldsOnRow')} className="flex flex-col gap-2">
      {fields.map((field, at) => (
        <li key={field} className="flex items-center gap-2 rounded-control border border-line py-1 pe-1 ps-3">
          <span className="w-6 shrink-0 text-end text-soft tabular-nums">{at + 1}</span>
          <bdi dir="auto" className="min-w-0 flex-1 truncate font-semibold">
            {field}
          </bdi>
          <IconButton
            label={t('fieldUp', { field })}
            tone="quiet"
            size="board"
            isDisabled={at === 0}
            onPress={() => move(at, at - 1)}
          >
            <ArrowUp aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton
            label={t('fieldDown', { field })}
            tone="quiet"
            size="board"
            isDisabled={at === fields.length - 1}
            onPress={() => move(at, at + 1)}
          >
            <ArrowDown aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton
            label={t('fieldRemove', { field })}
            tone="quiet"
            size="board"
            onPress={() => onChange(fields.toSpliced(at, 1))}
          >
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </li>
      ))}
    </ol>
  )
}

function AddFields({ fields, fieldsSeen, onChange }: ListProps & { fieldsSeen: string[] }) {
  const t = useWords('settings')
  const [typed, setTyped] = useState('')
  const add = (field: string) => onChange([...fields, field])
  const offered = fieldsSeen.filter((field) => !fields.includes(field))
  const isTaken = typed.trim() === '' || fields.includes(typed.trim())
  if (fields.length >= mostFaceFields) return <p className="text-sm text-soft">{t('noMoreRoom')}</p>
  return (
    <div className="flex flex-col gap-3">
      {offered.length > 0 && (
        <ul aria-label={t('fieldsSeen')} className="flex flex-wrap gap-2">
          {offered.slice(0, 24).map((field) => (
            <li key={field} className="max-w-full">
              <Button
                size="board"
                aria-label={t('fieldAdd', { field })}
                onPress={() => add(field)}
                className="max-w-full px-3!"
              >
                <Plus aria-hidden="true" className="size-4 shrink-0" />
                <bdi dir="auto" className="truncate">
                  {field}
                </bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex max-w-md items-end gap-2">
        <Field
          label={t('anotherField')}
          value={typed}
          onChange={setTyped}
          className="flex-1"
          inputClassName="min-h-[48px]!"
        />
        <Button
          size="board"
          isDisabled={isTaken}
          onPress={() => {
            add(typed.trim())
            setTyped('')
          }}
        >
          {t('add')}
        </Button>
      </div>
    </div>
  )
}

function Chosen({ face, fieldsSeen, onChange }: EditorProps & { face: FaceSettings }) {
  const t = useWords('settings')
  const { bayField, fields } = face
  const bays = [...new Set([...(bayField === null ? [] : [bayField]), ...fieldsSeen])]
  const choices = [{ id: asFound, label: t('asFound') }, ...bays.map((id) => ({ id: `=${id}`, label: id }))]
  const change = (part: Partial<FaceSettings>) => onChange({ ...face, ...part })
  return (
    <>
      <Select
        label={t('bayField')}
        className="max-w-md"
        choices={choices}
        value={bayField === null ? asFound : `=${bayField}`}
        onChange={(id) => change({ bayField: id === asFound ? null : id.slice(1) })}
      />
      {fields.length === 0 && <p className="text-soft">{t('noField')}</p>}
      <FieldList fields={fields} onChange={(next) => change({ fields: next })} />
      <AddFields fields={fields} fieldsSeen={fieldsSeen} onChange={(next) => change({ fields: next })} />
      <Button size="board" className="w-fit" onPress={() => onChange(null)}>
        {t('leaveToBaycall')}
      </Button>
    </>
  )
}

/** Which of the hsFields stand on a row, in which order, and which is the bay. */
export function FaceEditor(props: EditorProps) {
  const t = useWords('settings')
  const { face, fieldsSeen, error, onChange } = props
  return (
    <SettingsCard title={t('face')} hint={t('faceHint')}>
      {face === null && (
        <>
          <p>{t('faceFound')}</p>
          <Button
            size="board"
            className="w-fit"
            onPress={() =>
              onChange({ bayField: null, fields: fieldsSeen.filter((field) => starting.test(field)).slice(0, 4) })
            }
          >
            {t('chooseFields')}
          </Button>
        </>
      )}
      {face !== null && <Chosen {...props} face={face} />}
      {error && (
        <p role="alert" className="text-sm font-medium text-over">
          {error}
        </p>
      )}
    </SettingsCard>
  )
}
