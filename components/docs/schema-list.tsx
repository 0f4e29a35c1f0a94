import { CodeBox } from '@/components/docs/code-box'
import { FieldList } from '@/components/docs/field-list'
import { Unfold } from '@/components/docs/unfold'
import { Card } from '@/components/ui/card'
import { exampleOf, fieldsOf, type OpenApiDocument } from '@/lib/openapi/model'

/** Every named schema, where the types of fields lead to. */
export function SchemaList({ document }: { document: OpenApiDocument }) {
  return (
    <section aria-labelledby="schemas" className="mt-12">
      <h2 id="schemas" className="mb-5 scroll-mt-4 font-sign text-3xl font-bold">
        Schemas
      </h2>
      <div className="flex flex-col gap-6">
        {Object.entries(document.components.schemas).map(([name, schema]) => {
          const example = exampleOf(document, schema)
          return (
            <Card key={name} className="p-4 sm:p-6">
              <h3 id={`schema-${name}`} className="mb-3 scroll-mt-4 font-mono text-lg font-semibold">
                {name}
              </h3>
              <FieldList fields={fieldsOf(document, schema)} />
              {example && (
                <Unfold title="Example" className="mt-3" summaryClassName="w-fit pr-3 text-[15px]">
                  <CodeBox label={`Example of ${name}`}>{example}</CodeBox>
                </Unfold>
              )}
            </Card>
          )
        })}
      </div>
    </section>
  )
}
