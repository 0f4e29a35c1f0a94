import { type ReactNode, useId } from 'react'
import { Card } from '@/components/ui/card'

/** Settings that belong together, under a heading that says what they are for. */
export function SettingsCard({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-4 p-5">
        <div>
          <h2 id={id} className="font-sign text-2xl leading-8 font-bold">
            {title}
          </h2>
          {hint && <p className="max-w-prose text-sm text-soft">{hint}</p>}
        </div>
        {children}
      </Card>
    </section>
  )
}
