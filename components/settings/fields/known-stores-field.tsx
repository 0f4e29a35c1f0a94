'use client'

import { useWords } from '@/components/language/language-provider'
import { SettingsCard } from '@/components/settings/fields/settings-card'
import { Choices } from '@/components/ui/choices'

/** Whether an order of a store that nobody knows makes that store. */
export function KnownStoresField({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useWords('newStores')
  return (
    <SettingsCard title={t('title')} hint={t('hint')}>
      <Choices
        label={t('unknown')}
        value={isOn ? 'refuse' : 'make'}
        choices={[
          { value: 'make', label: t('make'), hint: t('makeHint') },
          { value: 'refuse', label: t('refuse'), hint: t('refuseHint') },
        ]}
        onChange={(choice) => onChange(choice === 'refuse')}
        className="sm:grid-cols-2"
      />
    </SettingsCard>
  )
}
