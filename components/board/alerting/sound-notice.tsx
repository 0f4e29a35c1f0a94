'use client'

import { useEffect, useState } from 'react'
import { deviceSettings } from '@/components/board/alerting/device-settings'
import { soundBox } from '@/components/board/alerting/sound-box'
import { useWords } from '@/components/language/language-provider'
import { Button } from '@/components/ui/button'
import { Volume2, VolumeX } from '@/components/ui/icons'
import type { Sound } from '@/lib/alerting/model'

// So long the notice stays where it was: the tap that unlocked must not fall through to the row beneath.
const lingerMs = 1_500

/** Whether the sound was locked and has just come on. */
function useJustUnlocked(sound: Sound): boolean {
  const [wasLocked, setWasLocked] = useState(false)
  useEffect(() => {
    if (sound === 'locked') setWasLocked(true)
    if (sound !== 'on') return
    const timer = setTimeout(() => setWasLocked(false), lingerMs)
    return () => clearTimeout(timer)
  }, [sound])
  return wasLocked && sound === 'on'
}

// Heard at once when it works; an arrival that rings is heard anyway.
async function unlock(isRinging: boolean): Promise<void> {
  await soundBox.unlock()
  const { tone, volume } = deviceSettings()
  if (!isRinging) soundBox.ring(tone, volume)
}

/** Says loudly that the browser keeps the board silent, until one tap has changed that. */
export function SoundNotice({ sound, isRinging }: { sound: Sound; isRinging: boolean }) {
  const t = useWords('board')
  const isJustUnlocked = useJustUnlocked(sound)
  const isLocked = sound === 'locked'
  if (!isLocked && !isJustUnlocked) return null
  const Icon = isLocked ? VolumeX : Volume2
  return (
    <>
      <p role="alert" className="sr-only">
        {isLocked && t('soundOffSaid')}
      </p>
      <Button
        size="ring"
        onPress={() => void (isLocked && unlock(isRinging))}
        className={`pointer-events-auto w-full max-w-4xl text-card! shadow-float max-sm:min-h-[52px] ${isLocked ? 'bg-over!' : 'bg-on-time!'}`}
      >
        <Icon aria-hidden="true" className="size-7 shrink-0" />
        {t(isLocked ? 'soundOff' : 'soundOn')}
      </Button>
    </>
  )
}
