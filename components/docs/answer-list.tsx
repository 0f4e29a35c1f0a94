import { Chip } from '@/components/ui/chip'
import { type Answer, codesOf, type OpenApiDocument, typeOf } from '@/lib/openapi/model'

const toneOf = (status: string) => (status < '300' ? 'onTime' : status < '500' ? 'late' : 'over')

// Every answer has these: said once, at the top of the page.
const everywhere = ['x-request-id', 'Cache-Control']

function Body({ answer }: { answer: Answer }) {
  const media = Object.entries(answer.content ?? {})
  if (media.length === 0) return <p>No body</p>
  return media.map(([type, { schema = {} }]) => {
    const { text, component } = typeOf(schema)
    return (
      <p key={type} className="wrap-anywhere">
        <span className="font-mono text-sm text-soft">{type}</span>{' '}
        {component ? (
          <a href={`#schema-${component}`} className="font-mono text-sm text-way underline">
            {text}
          </a>
        ) : (
          schema.description
        )}
      </p>
    )
  })
}

function Refusals({ codes }: { codes: string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {codes.map((code) => (
        <li key={code}>
          <a href={`#${code}`} className="font-mono text-sm text-way underline">
            {code}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** What may come back: status, body or codes, and headers worth reading. */
export function AnswerList({ document, answers }: { document: OpenApiDocument; answers: Record<string, Answer> }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {Object.entries(answers).map(([status, answer]) => {
        const codes = codesOf(answer)
        const headers = Object.keys(answer.headers ?? {}).filter((name) => !everywhere.includes(name))
        return (
          <li key={status} className="flex flex-wrap items-start gap-x-4 gap-y-1.5 py-2.5 text-[15px]">
            <Chip tone={toneOf(status)} className="w-14 justify-center">
              {status}
            </Chip>
            <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1 pt-0.5">
              {codes.length > 0 ? <Refusals codes={codes} /> : <Body answer={answer} />}
              {headers.map((name) => (
                <p key={name} className="text-sm text-soft">
                  <span className="font-mono">{name}</span>: {document.components.headers[name]?.description}
                </p>
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
