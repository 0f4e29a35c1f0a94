import { CodeBox } from '@/components/docs/code-box'
import type { Reply } from '@/components/docs/try/send'
import { Unfold } from '@/components/docs/unfold'
import { Chip } from '@/components/ui/chip'

/** The answer as it came: status, headers, body. */
export function TryReply({ reply }: { reply: Reply }) {
  if ('failure' in reply) return <p className="font-medium text-over">{reply.failure}</p>
  const { status, statusText, milliseconds, headers, body } = reply
  const tone = status < 300 ? 'onTime' : status < 500 ? 'late' : 'over'
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3">
        <Chip tone={tone}>
          {status} {statusText}
        </Chip>
        <span className="text-sm text-soft">{milliseconds} ms</span>
      </p>
      <Unfold title={`${headers.length} headers`} summaryClassName="w-fit pr-3 text-[15px]">
        <CodeBox label="Headers of the answer">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </CodeBox>
      </Unfold>
      {body === '' ? (
        <p className="text-soft">No body</p>
      ) : (
        <CodeBox label="Body of the answer" className="max-h-[480px]" isWrapped>
          {body}
        </CodeBox>
      )}
    </div>
  )
}
