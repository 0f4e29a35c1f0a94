'use client'

import clsx from 'clsx/lite'
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useLanguage, useWords } from '@/components/language/language-provider'
import { useChooseLanguage } from '@/components/language/use-choose-language'
import { type Language, languageNames, languages } from '@/lib/language/model'

/** The language of this device. All stand there, each named in itself: who cannot read the page finds their own. */
export function LanguageChoice({ className }: { className?: string }) {
  const t = useWords('language')
  const language = useLanguage()
  const choose = useChooseLanguage()
  return (
    <RadioGroup value={language} onChange={(id) => choose(id as Language)} className={className}>
      <Label className="mb-1.5 block text-sm font-semibold">{t('label')}</Label>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {languages.map((id) => (
          <Radio
            key={id}
            value={id}
            lang={id}
            className={clsx(
              'flex min-h-12 cursor-pointer items-center justify-center rounded-control border border-edge px-2 text-[15px]',
              'font-semibold hover:bg-well data-selected:border-ink data-selected:bg-ink data-selected:text-card',
            )}
          >
            {languageNames[id]}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
