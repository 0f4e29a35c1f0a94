'use client'

import { Send } from 'lucide-react'
import { useState } from 'react'
import { Label, TextArea, TextField } from 'react-aria-components/TextField'
import { CurlLine } from '@/components/docs/try/curl-line'
import { type Reply, send } from '@/components/docs/try/send'
import { useTold } from '@/components/docs/try/try-context'
import { TryReply } from '@/components/docs/try/try-reply'
import { type Draft, filledIn, presetOf, requestOf } from '@/components/docs/try/try-request'
import { Unfold } from '@/components/docs/unfold'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import type { Parameter } from '@/lib/openapi/model'

type TryPanelProps = {
  method: string
  address: string
  summary: string
  parameters: Parameter[]
  /** The media types that the endpoint takes, each with an example. */
  bodies: { type: string; example: string }[]
  schemes: string[]
  isStream: boolean
}

type EditorProps = { label: string; value: string; onChange: (value: string) => void }

function BodyEditor({ label, value, onChange }: EditorProps) {
  return (
    <TextField value={value} onChange={onChange} className="flex flex-col gap-1.5">
      <Label className="text-sm font-semibold">{label}</Label>
      <TextArea
        spellCheck="false"
        rows={Math.min(18, Math.max(4, value.split('\n').length))}
        className="w-full rounded-control border border-edge bg-card px-3.5 py-2.5 font-mono text-sm text-ink"
      />
    </TextField>
  )
}

function accessTokenOf(reply: Reply): string | undefined {
  const token = 'json' in reply ? Reflect.get(Object(reply.json), 'accessToken') : undefined
  return typeof token === 'string' ? token : undefined
}

function useAttempt(props: TryPanelProps) {
  const { told, tell } = useTold()
  const [values, setValues] = useState<Record<string, string>>({})
  const [chosen, setChosen] = useState(props.bodies[0]?.type)
  const [edited, setEdited] = useState<Record<string, string>>({})
  const [reply, setReply] = useState<Reply | null>(null)
  const [isSending, setIsSending] = useState(false)
  const example = props.bodies.find((body) => body.type === chosen)?.example
  const body = chosen === undefined ? undefined : (edited[chosen] ?? lineOf(chosen, filledIn(example ?? '', told)))
  const draft: Draft = { values, type: chosen, body }
  const request = requestOf(props, draft, told)

  async function attempt() {
    setIsSending(true)
    const answered = await send(request)
    setIsSending(false)
    setReply(answered)
    const accessToken = accessTokenOf(answered)
    if (accessToken) tell({ accessToken })
  }

  return {
    told,
    values,
    setValue: (name: string, value: string) => setValues((before) => ({ ...before, [name]: value })),
    chosen,
    setChosen,
    body,
    setBody: (text: string) => chosen && setEdited((before) => ({ ...before, [chosen]: text })),
    request,
    reply,
    isSending,
    attempt,
  }
}

// A record of NDJSON is one line.
function lineOf(type: string, text: string): string {
  return type === 'application/x-ndjson' && text ? `${JSON.stringify(JSON.parse(text))}\n` : text
}

function TryForm(props: TryPanelProps) {
  const { told, values, setValue, chosen, setChosen, body, setBody, request, reply, isSending, attempt } =
    useAttempt(props)
  return (
    <div className="flex flex-col gap-4 pt-2">
      <div className="grid gap-4 sm:grid-cols-2">
        {props.parameters.map((parameter) => (
          <Field
            key={parameter.name}
            label={parameter.name}
            value={values[parameter.name] ?? presetOf(parameter, told)}
            onChange={(value) => setValue(parameter.name, value)}
            isRequired={parameter.required}
            autoComplete="off"
            spellCheck="false"
            inputClassName="font-mono"
          />
        ))}
      </div>
      {props.bodies.length > 1 && (
        <Select
          label="Type"
          choices={props.bodies.map(({ type }) => ({ id: type, label: type }))}
          value={chosen ?? null}
          onChange={setChosen}
          className="max-w-sm"
        />
      )}
      {body !== undefined && <BodyEditor label="Body" value={body} onChange={setBody} />}
      <CurlLine request={request} summary={props.summary} />
      {props.isStream ? (
        <p className="text-soft">
          This answer never ends: follow it with the line above, adding <code className="font-mono">--no-buffer</code>.
        </p>
      ) : (
        <Button tone="kerb" className="w-fit" onPress={attempt} isPending={isSending}>
          <Send aria-hidden="true" className="size-4" />
          Send
        </Button>
      )}
      <div aria-live="polite">{reply && <TryReply reply={reply} />}</div>
    </div>
  )
}

/** A form that calls the endpoint from this page. */
export function TryPanel(props: TryPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Unfold
      title={
        <span>
          Try it<span className="sr-only">: {props.summary}</span>
        </span>
      }
      className="mt-5"
      summaryClassName="min-h-[52px]! bg-well px-3.5 text-[15px]"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      {isOpen && <TryForm {...props} />}
    </Unfold>
  )
}
