import Link from 'next/link'
import { Contents } from '@/components/docs/contents'
import { EndpointSection } from '@/components/docs/endpoint-section'
import { ErrorCodes } from '@/components/docs/error-codes'
import { Prose } from '@/components/docs/prose'
import { SchemaList } from '@/components/docs/schema-list'
import { TryProvider } from '@/components/docs/try/try-context'
import { TrySettings } from '@/components/docs/try/try-settings'
import { BrandMark } from '@/components/layout/brand-mark'
import { endpointsOf, type OpenApiDocument } from '@/lib/openapi/model'

function Header({ document }: { document: OpenApiDocument }) {
  const link =
    'rounded-chip px-2.5 py-2 text-[15px] font-medium text-paint-soft hover:bg-asphalt-raised hover:text-paint'
  return (
    <header className="on-asphalt">
      <div className="mx-auto flex max-w-[1280px] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-7">
        <BrandMark className="h-[34px] w-[29px]" />
        <p className="mr-auto font-sign text-2xl leading-none font-bold">
          {document.info.title} <span className="text-lg font-semibold text-paint-soft">{document.info.version}</span>
        </p>
        <nav aria-label="Elsewhere" className="-mx-2.5 flex">
          <a href="/api/openapi.json" className={link}>
            openapi.json
          </a>
          <Link href="/board" className={link}>
            Board
          </Link>
        </nav>
      </div>
    </header>
  )
}

/** The whole API to read and to try, from its own OpenAPI document. */
export function ApiReference({ document }: { document: OpenApiDocument }) {
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-control focus:bg-card focus:px-4 focus:py-3"
      >
        Skip to the page
      </a>
      <Header document={document} />
      <div className="mx-auto max-w-[1280px] px-4 pb-16 sm:px-7 lg:grid lg:grid-cols-[260px_minmax(0,1fr)] lg:gap-10">
        <Contents document={document} />
        <TryProvider>
          <main id="main" tabIndex={-1} className="min-w-0 pt-6 outline-none">
            <h1 className="mb-4 font-sign text-4xl leading-[42px] font-bold">API reference</h1>
            <Prose text={document.info.description} />
            <TrySettings />
            {document.tags.map(({ name, description }) => (
              <section key={name} aria-labelledby={`tag-${name}`} className="mt-12">
                <h2 id={`tag-${name}`} className="scroll-mt-4 font-sign text-3xl font-bold capitalize">
                  {name}
                </h2>
                <p className="mt-1 mb-5 text-soft">{description}</p>
                <div className="flex flex-col gap-6">
                  {endpointsOf(document, name).map((endpoint) => (
                    <EndpointSection key={endpoint.operation.operationId} document={document} endpoint={endpoint} />
                  ))}
                </div>
              </section>
            ))}
            <ErrorCodes document={document} />
            <SchemaList document={document} />
          </main>
        </TryProvider>
      </div>
    </>
  )
}
