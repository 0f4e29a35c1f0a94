'use client'

import { type Told, useTold } from '@/components/docs/try/try-context'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'

const fields: { name: keyof Told; label: string; hint: string; type: 'text' | 'password' }[] = [
  { name: 'apiKey', label: 'API key', hint: 'sk_… or pk_…; .data/demo.json has both', type: 'password' },
  { name: 'accessToken', label: 'Access token', hint: 'Filled in when you open a session below', type: 'password' },
  { name: 'projectId', label: 'Project', hint: 'Put into the examples', type: 'text' },
  { name: 'destinationId', label: 'Store', hint: 'Put into the examples', type: 'text' },
]

/** What every form on the page sends with its request. */
export function TrySettings() {
  const { told, tell } = useTold()
  return (
    <Card className="mt-8 p-4 sm:p-6">
      <section aria-labelledby="try">
        <h2 id="try" className="scroll-mt-4 font-sign text-2xl font-bold">
          Try it
        </h2>
        <p className="mt-1 mb-4 max-w-[75ch] text-soft">
          Every endpoint below has a form that calls this very server. What you enter here stays in this page's memory
          and is gone when you leave.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map(({ name, ...field }) => (
            <Field
              key={name}
              {...field}
              value={told[name]}
              onChange={(value) => tell({ [name]: value.trim() })}
              autoComplete="off"
              spellCheck="false"
              inputClassName="font-mono"
            />
          ))}
        </div>
      </section>
    </Card>
  )
}
