import { MethodBadge } from '@/components/docs/method-badge'
import { Unfold } from '@/components/docs/unfold'
import { endpointsOf, type OpenApiDocument } from '@/lib/openapi/model'

const entry =
  'flex min-h-11 items-center gap-2.5 rounded-chip px-2 py-1.5 text-[15px] leading-tight hover:bg-well lg:min-h-9'

function Entries({ document }: { document: OpenApiDocument }) {
  return (
    <ul className="flex flex-col gap-4">
      {document.tags.map(({ name }) => (
        <li key={name}>
          <a href={`#tag-${name}`} className={`${entry} font-semibold capitalize`}>
            {name}
          </a>
          <ul>
            {endpointsOf(document, name).map(({ method, operation }) => (
              <li key={operation.operationId}>
                <a href={`#${operation.operationId}`} className={entry}>
                  <MethodBadge method={method} />
                  {operation.summary}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <a href="#errors" className={`${entry} font-semibold`}>
          Error codes
        </a>
        <a href="#schemas" className={`${entry} font-semibold`}>
          Schemas
        </a>
      </li>
    </ul>
  )
}

/** Everything on the page: beside it where there is room, folded away above it where there is not. */
export function Contents({ document }: { document: OpenApiDocument }) {
  return (
    <>
      <nav aria-label="Contents" className="hidden lg:block">
        <div className="sticky top-0 -ml-2 max-h-dvh overflow-y-auto py-6 pr-2">
          <Entries document={document} />
        </div>
      </nav>
      <Unfold
        title="Contents"
        className="mt-4 rounded-card border border-line bg-card lg:hidden"
        summaryClassName="min-h-[52px]! px-3.5"
      >
        <nav aria-label="Contents" className="px-2 pb-4">
          <Entries document={document} />
        </nav>
      </Unfold>
    </>
  )
}
