import { Prose } from '@/components/docs/prose'
import type { Field, TypeName } from '@/lib/openapi/model'

function Type({ type }: { type: TypeName }) {
  if (!type.component) return <span className="font-mono text-soft wrap-anywhere">{type.text}</span>
  return (
    <a href={`#schema-${type.component}`} className="font-mono text-way underline wrap-anywhere">
      {type.text}
    </a>
  )
}

/** Fields or parameters: name, type, whether they must be there, what they mean and may be. */
export function FieldList({ fields }: { fields: Field[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map(({ name, type, required, description, limits }) => (
        <li key={name} className="grid gap-x-5 gap-y-1 py-2.5 text-[15px] sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono font-semibold wrap-anywhere">{name}</code>
            {required && <span className="text-sm font-semibold text-late">required</span>}
          </p>
          <div className="min-w-0">
            <p className="text-sm">
              <Type type={type} />
              {limits.length > 0 && <span className="text-soft"> · {limits.join(' · ')}</span>}
            </p>
            {description && <Prose text={description} className="mt-0.5" />}
          </div>
        </li>
      ))}
    </ul>
  )
}
