import { Prose } from '@/components/docs/prose'
import { Chip } from '@/components/ui/chip'
import type { OpenApiDocument } from '@/lib/openapi/model'

/** Every code, where a problem's `type` leads to: its status, and what to do next. */
export function ErrorCodes({ document }: { document: OpenApiDocument }) {
  return (
    <section aria-labelledby="errors" className="mt-12">
      <h2 id="errors" className="scroll-mt-4 font-sign text-3xl font-bold">
        Error codes
      </h2>
      <p className="mt-1 mb-5 max-w-[75ch] text-soft">
        A refusal is a <code className="font-mono text-[0.9em]">application/problem+json</code> document; its{' '}
        <code className="font-mono text-[0.9em]">type</code> leads here.
      </p>
      <ul className="divide-y divide-line rounded-card border border-line bg-card">
        {Object.entries(document.components.examples).map(([code, { summary, description, value }]) => (
          <li
            key={code}
            id={code}
            className="flex scroll-mt-4 flex-wrap gap-x-5 gap-y-1 px-4 py-3.5 target:bg-way-tint sm:px-6"
          >
            <div className="flex basis-72 flex-wrap items-start gap-x-3 gap-y-1">
              <Chip tone={Number(Reflect.get(Object(value), 'status')) < 500 ? 'late' : 'over'}>
                {String(Reflect.get(Object(value), 'status'))}
              </Chip>
              <h3 className="min-w-0 pt-0.5 font-mono text-[15px] font-semibold wrap-anywhere">{code}</h3>
            </div>
            <div className="min-w-0 flex-1 basis-80">
              <p className="text-sm text-soft">{summary}</p>
              <Prose text={description ?? ''} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
