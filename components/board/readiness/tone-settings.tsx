'use client'

import { BellRing, Minus, Plus } from 'lucide-react'
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import {
  changeDeviceSettings,
  deviceSettings,
  mute,
  unmute,
  useDeviceSettings,
  useMutedSeconds,
} from '@/components/board/alerting/device-settings'
import { soundBox } from '@/components/board/alerting/sound-box'
import { useWords } from '@/components/language/language-provider'
import { Button, IconButton } from '@/components/ui/button'
import { muteMinutes, type ToneName, toneNames, volumeRange, volumeWithin } from '@/lib/alerting/model'
import { waitClock } from '@/lib/waits/model'

async function play(): Promise<void> {
  await soundBox.unlock()
  const { tone, volume } = deviceSettings()
  soundBox.ring(tone, volume)
}

const labelClass = 'mb-1.5 block text-sm font-semibold'

function ToneChoice({ tone }: { tone: ToneName }) {
  const t = useWords('readiness')
  const choose = (name: string) => {
    changeDeviceSettings({ tone: name as ToneName })
    void play()
  }
  return (
    <RadioGroup value={tone} onChange={choose}>
      <Label className={labelClass}>{t('tone')}</Label>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {toneNames.map((name) => (
          <Radio
            key={name}
            value={name}
            className="flex min-h-[52px] cursor-pointer items-center justify-center rounded-control border border-edge px-3 font-semibold hover:bg-well data-selected:border-ink data-selected:bg-ink data-selected:text-card"
          >
            {t(name)}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}

function Volume({ volume }: { volume: number }) {
  const t = useWords('readiness')
  const turn = (by: number) => changeDeviceSettings({ volume: volumeWithin(volume + by) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in line with its buttons
    <div role="group" aria-labelledby="volume">
      <span id="volume" className={labelClass}>
        {t('volume')}
      </span>
      <div className="flex items-center gap-2">
        <IconButton
          label={t('quieter')}
          size="board"
          isDisabled={volume <= volumeRange.lowest}
          onPress={() => turn(-volumeRange.step)}
        >
          <Minus aria-hidden="true" className="size-5" />
        </IconButton>
        <output className="w-20 text-center font-sign text-2xl font-bold">{volume} %</output>
        <IconButton
          label={t('louder')}
          size="board"
          isDisabled={volume >= volumeRange.highest}
          onPress={() => turn(volumeRange.step)}
        >
          <Plus aria-hidden="true" className="size-5" />
        </IconButton>
        <Button tone="ink" size="board" onPress={() => void play()} className="min-w-0 flex-1">
          <BellRing aria-hidden="true" className="size-5 shrink-0" />
          {t('play')}
        </Button>
      </div>
    </div>
  )
}

function Mute() {
  const t = useWords('readiness')
  const times = useWords('times')
  const seconds = useMutedSeconds()
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div role="group" aria-labelledby="mute">
      <span id="mute" className={labelClass}>
        {seconds > 0 ? t('mutedFor', { wait: times(...waitClock(seconds)) }) : t('muteFor')}
      </span>
      <div className="flex gap-2">
        {seconds > 0 ? (
          <Button tone="ink" size="board" onPress={unmute} className="flex-1">
            {t('unmute')}
          </Button>
        ) : (
          muteMinutes.map((minutes) => (
            <Button key={minutes} size="board" onPress={() => mute(minutes)} className="min-w-0 flex-1 px-2!">
              {t('minutes', { minutes })}
            </Button>
          ))
        )}
      </div>
      <p className="mt-1.5 text-sm text-soft">{t('muteNote')}</p>
    </div>
  )
}

/** How this device calls: kept on it, for whoever uses it. */
export function ToneSettings() {
  const { tone, volume } = useDeviceSettings()
  return (
    <div className="flex flex-col gap-5">
      <ToneChoice tone={tone} />
      <Volume volume={volume} />
      <Mute />
    </div>
  )
}
