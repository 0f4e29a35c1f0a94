'use client'

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
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
  const list = useRef<HTMLOListElement>(null)
  // The focus goes along, so that a field can be moved on with the same key.
  const move = (from: number, to: number, label: string) => {
    onChange(moved(fields, from, to))
    requestAnimationFrame(() =>
      list.current?.children[to]?.querySelector<HTMLElement>(`[aria-label^="${label}"]`)?.focus(),
    )
  }
  return (
    <ol ref={list} aria-label="Fields on a row" className="flex flex-col gap-2">
      {fields.map((field, at) => (
        <li key={field} className="flex items-center gap-2 rounded-control border border-line py-1 pr-1 pl-3">
          <span className="w-6 shrink-0 text-right text-soft tabular-nums">{at + 1}</span>
          <bdi dir="auto" className="min-w-0 flex-1 truncate font-semibold">
            {field}
          </bdi>
          <IconButton
            label={`Up: ${field}`}
            tone="quiet"
            size="board"
            isDisabled={at === 0}
            onPress={() => move(at, at - 1, 'Up')}
          >
            <ArrowUp aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton
            label={`Down: ${field}`}
            tone="quiet"
            size="board"
            isDisabled={at === fields.length - 1}
            onPress={() => move(at, at + 1, 'Down')}
          >
            <ArrowDown aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton
            label={`Remove: ${field}`}
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
  const [typed, setTyped] = useState('')
  const add = (field: string) => onChange([...fields, field])
  const offered = fieldsSeen.filter((field) => !fields.includes(field))
  const isTaken = typed.trim() === '' || fields.includes(typed.trim())
  if (fields.length >= mostFaceFields) return <p className="text-sm text-soft">A row has room for no more.</p>
  return (
    <div className="flex flex-col gap-3">
      {offered.length > 0 && (
        <ul aria-label="Fields of recent orders" className="flex flex-wrap gap-2">
          {offered.slice(0, 24).map((field) => (
            <li key={field} className="max-w-full">
              <Button size="board" aria-label={`Add ${field}`} onPress={() => add(field)} className="max-w-full px-3!">
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
          label="Another field"
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
          Add
        </Button>
      </div>
    </div>
  )
}

function Chosen({ face, fieldsSeen, onChange }: EditorProps & { face: FaceSettings }) {
  const { bayField, fields } = face
  const bays = [...new Set([...(bayField === null ? [] : [bayField]), ...fieldsSeen])]
  const choices = [{ id: asFound, label: 'as Baycall finds it' }, ...bays.map((id) => ({ id: `=${id}`, label: id }))]
  const change = (part: Partial<FaceSettings>) => onChange({ ...face, ...part })
  return (
    <>
      <Select
        label="Bay"
        className="max-w-md"
        choices={choices}
        value={bayField === null ? asFound : `=${bayField}`}
        onChange={(id) => change({ bayField: id === asFound ? null : id.slice(1) })}
      />
      {fields.length === 0 && <p className="text-soft">No field yet: rows show the bay alone.</p>}
      <FieldList fields={fields} onChange={(next) => change({ fields: next })} />
      <AddFields fields={fields} fieldsSeen={fieldsSeen} onChange={(next) => change({ fields: next })} />
      <Button size="board" className="w-fit" onPress={() => onChange(null)}>
        Leave it to Baycall
      </Button>
    </>
  )
}

/** Which of the hsFields stand on a row, in which order, and which is the bay. */
export function FaceEditor(props: EditorProps) {
  const { face, fieldsSeen, error, onChange } = props
  return (
    <SettingsCard
      title="Ticket face"
      hint="What of an order’s hsFields stands on its row; everything else is one tap away."
    >
      {face === null && (
        <>
          <p>Baycall finds the bay, the plate, the colour and the model of the car by their names.</p>
          <Button
            size="board"
            className="w-fit"
            onPress={() =>
              onChange({ bayField: null, fields: fieldsSeen.filter((field) => starting.test(field)).slice(0, 4) })
            }
          >
            Choose the fields
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
