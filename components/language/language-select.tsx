'use client'

import { useLanguage, useWords } from '@/components/language/language-provider'
import { useChooseLanguage } from '@/components/language/use-choose-language'
import { Select } from '@/components/ui/select'
import { type Language, languageNames, languages } from '@/lib/language/model'

const choices = languages.map((id) => ({ id, label: languageNames[id] }))

/** The language of this device, each named in itself. */
export function LanguageSelect({ className }: { className?: string }) {
  const t = useWords('language')
  const language = useLanguage()
  const choose = useChooseLanguage()
  return (
    <Select
      label={t('label')}
      choices={choices}
      value={language}
      onChange={(id) => choose(id as Language)}
      className={className}
    />
  )
}
