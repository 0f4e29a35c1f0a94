'use client'

import { Check } from 'lucide-react'
import { Header, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { useLanguage, useWords } from '@/components/language/language-provider'
import { useChooseLanguage } from '@/components/language/use-choose-language'
import { type Language, languageNames, languages } from '@/lib/language/model'

/** The languages as a section of a menu. */
export function LanguageItems() {
  const t = useWords('language')
  const language = useLanguage()
  const choose = useChooseLanguage()
  return (
    <MenuSection
      aria-label={t('label')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[language]}
      onSelectionChange={(keys) => choose([...keys][0] as Language)}
      className="mt-1.5 grid grid-cols-2 border-t border-line pt-1.5"
    >
      <Header className="col-span-2 px-3 py-1 text-sm text-soft">{t('label')}</Header>
      {languages.map((id) => (
        <MenuItem
          key={id}
          id={id}
          lang={id}
          textValue={languageNames[id]}
          className="group flex min-h-12 cursor-pointer items-center gap-2 rounded-chip px-3 text-[15px] data-focused:bg-well data-focus-visible:-outline-offset-2"
        >
          <span className="group-data-selected:font-semibold">{languageNames[id]}</span>
          <Check aria-hidden="true" className="ms-auto size-4 opacity-0 group-data-selected:opacity-100" />
        </MenuItem>
      ))}
    </MenuSection>
  )
}
