'use client'

import { useEffect } from 'react'
import { deviceSettings, useMutedSeconds } from '@/components/board/alerting/device-settings'
import { soundBox, useSound } from '@/components/board/alerting/sound-box'
import { useBoardSettings } from '@/components/board/board-context'
import { useClock } from '@/components/board/live/server-clock'
import { preparingTone } from '@/lib/alerting/model'
import type { BoardOrder } from '@/lib/board/schema'
import { shouldPrepare, toldFrom, withTold } from '@/lib/preparing/model'

const place = 'baycall.preparing'

type Looked = { nowMs: number; preparationSeconds: number; orders: BoardOrder[]; ids: string }

// Asked more than once for each change and each second, found once.
const looked = new WeakMap<BoardOrder[], Looked>()

function preparingAt(onTheWay: BoardOrder[], preparationSeconds: number, nowMs: number): Looked {
  const known = looked.get(onTheWay)
  if (known?.nowMs === nowMs && known.preparationSeconds === preparationSeconds) return known
  const orders = onTheWay.filter((order) => shouldPrepare(order, preparationSeconds, nowMs))
  const found = { nowMs, preparationSeconds, orders, ids: orders.map(({ serviceId }) => serviceId).join() }
  looked.set(onTheWay, found)
  return found
}

/** The orders that staff should begin to prepare now. */
export function usePreparing(onTheWay: BoardOrder[]): BoardOrder[] {
  const { preparationSeconds } = useBoardSettings()
  useClock((nowMs) => preparingAt(onTheWay, preparationSeconds, nowMs).ids)
  return looked.get(onTheWay)?.orders ?? []
}

/** Notes on this device that these are told of; true when one of them was not. */
function noteTold(serviceIds: string[]): boolean {
  const nowMs = Date.now()
  try {
    const told = withTold(toldFrom(localStorage.getItem(place), nowMs), serviceIds, nowMs)
    if (told) localStorage.setItem(place, JSON.stringify(told))
    return told !== null
  } catch {
    // Storage is switched off: what can't be kept silent after a reload stays silent at once.
    return false
  }
}

// Of two tabs one at a time looks what was told and notes it, so that one of them sounds.
async function tellOnce(serviceIds: string[], isMuted: boolean): Promise<void> {
  const tell = () => {
    if (noteTold(serviceIds) && !isMuted) soundBox.play(preparingTone, deviceSettings().volume)
  }
  const locks: LockManager | undefined = navigator.locks
  if (locks) await locks.request('baycall-preparing', tell)
  else tell()
}

/**
 * One soft tone for each order that is to be prepared, once on this device. A page that may not sound yet tells as soon
 * as it may; a muted one lets it pass.
 */
export function usePreparingTone(preparing: BoardOrder[]): void {
  const sound = useSound()
  const isMuted = useMutedSeconds() > 0
  const ids = preparing.map(({ serviceId }) => serviceId).join()
  useEffect(() => {
    if (ids === '' || sound !== 'on') return
    tellOnce(ids.split(','), isMuted).catch(() => {})
  }, [ids, sound, isMuted])
}
