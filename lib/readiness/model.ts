/**
 * Readiness: whether this device will call staff when somebody arrives. A check is good, bad with what to do, or unknown
 * where the browser does not say. What is needed marks the board's header while it is bad.
 */
export type CheckLevel = 'good' | 'bad' | 'unknown'
export type CheckId = 'sound' | 'notifications' | 'wakeLock' | 'fullscreen' | 'clock' | 'link' | 'power'

/** What a button beside the check does. */
export type Remedy = 'unlock' | 'unmute' | 'allowNotifications' | 'keepAwake' | 'goFullscreen' | 'resync'

/** What is said: a sentence of the room `readiness`, and what stands in it. */
export type Said = [key: SaidKey, values?: Record<string, string | number>]

/** `says` is how it is; `advice` what a person can do, one sentence or more. */
export type Check = {
  id: CheckId
  level: CheckLevel
  isNeeded: boolean
  says: Said
  advice: SaidKey[]
  remedy?: Remedy
}

/** What the browser says of the device. `null` is not known; times in milliseconds. */
export type DeviceFacts = {
  /** Whether the address is https (or this very machine): browsers keep much for those. */
  isSecure: boolean
  sound: 'starting' | 'on' | 'locked' | 'muted' | 'unavailable'
  notifications: 'granted' | 'default' | 'denied' | 'unavailable' | null
  wakeLock: 'held' | 'released' | 'unavailable' | null
  fullscreen: 'on' | 'off' | 'unavailable' | null
  /** How far the server's clock is ahead of the device's. */
  skewMs: number | null
  newsAgeMs: number | null
  isStale: boolean
  isOnline: boolean
  roundTripMs: number | null
  battery: { percent: number; isCharging: boolean } | null
}

export const limits = { skewMs: 10_000, roundTripMs: 1_500, batteryPercent: 20 } as const

type SaidKey =
  | 'overHttps'
  | 'notSaidYet'
  | `sound${'On' | 'Muted' | 'Locked' | 'Unavailable'}`
  | `sound${'Muted' | 'Locked' | 'Unavailable'}Advice`
  | `notifications${'On' | 'Default' | 'Denied' | 'DefaultAdvice' | 'DeniedAdvice' | 'NotOfferedAdvice'}`
  | `wakeLock${'On' | 'Released' | 'ReleasedAdvice' | 'Unavailable' | 'Settings'}`
  | `fullscreen${'On' | 'Off' | 'OffAdvice' | 'Advice'}`
  | `clock${'Unknown' | 'Agrees' | 'Behind' | 'Ahead' | 'Advice'}`
  | 'notOffered'
  | 'offline'
  | 'offlineAdvice'
  | 'noWord'
  | 'noWordAdvice'
  | 'notHeard'
  | 'heard'
  | 'heardAnswer'
  | 'slowAdvice'
  | 'powerUnknown'
  | 'keepPlugged'
  | 'plugged'
  | 'unplugged'
  | 'plugIn'

type Verdict = Pick<Check, 'level' | 'says' | 'advice' | 'remedy'>
const good = (...says: Said): Verdict => ({ level: 'good', says, advice: [] })
const bad = (says: Said, advice: SaidKey, remedy?: Remedy): Verdict => ({
  level: 'bad',
  says,
  advice: [advice],
  remedy,
})
const unknown = (key: SaidKey, ...advice: SaidKey[]): Verdict => ({ level: 'unknown', says: [key], advice })

function soundOf({ sound }: DeviceFacts): Verdict {
  if (sound === 'on') return good('soundOn')
  if (sound === 'starting') return unknown('notSaidYet')
  if (sound === 'muted') return bad(['soundMuted'], 'soundMutedAdvice', 'unmute')
  if (sound === 'locked') return bad(['soundLocked'], 'soundLockedAdvice', 'unlock')
  return bad(['soundUnavailable'], 'soundUnavailableAdvice')
}

function notificationsOf({ notifications, isSecure }: DeviceFacts): Verdict {
  if (notifications === 'granted') return good('notificationsOn')
  if (notifications === null) return unknown('notSaidYet')
  if (notifications === 'default')
    return bad(['notificationsDefault'], 'notificationsDefaultAdvice', 'allowNotifications')
  if (notifications === 'denied') return bad(['notificationsDenied'], 'notificationsDeniedAdvice')
  return unknown('notOffered', isSecure ? 'notificationsNotOfferedAdvice' : 'overHttps')
}

function wakeLockOf({ wakeLock, isSecure }: DeviceFacts): Verdict {
  if (wakeLock === 'held') return good('wakeLockOn')
  if (wakeLock === null) return unknown('notSaidYet')
  if (wakeLock === 'released') return bad(['wakeLockReleased'], 'wakeLockReleasedAdvice', 'keepAwake')
  return unknown('wakeLockUnavailable', 'wakeLockSettings', ...(isSecure ? [] : (['overHttps'] as const)))
}

function fullscreenOf({ fullscreen }: DeviceFacts): Verdict {
  if (fullscreen === 'on') return good('fullscreenOn')
  if (fullscreen === null) return unknown('notSaidYet')
  if (fullscreen === 'off') return bad(['fullscreenOff'], 'fullscreenOffAdvice', 'goFullscreen')
  return unknown('notOffered', 'fullscreenAdvice')
}

function clockOf({ skewMs }: DeviceFacts): Verdict {
  if (skewMs === null) return unknown('clockUnknown')
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  if (Math.abs(skewMs) < limits.skewMs) return good('clockAgrees', { seconds })
  const off = seconds < 120 ? { amount: seconds, unit: 's' } : { amount: Math.round(seconds / 60), unit: 'min' }
  return bad([skewMs > 0 ? 'clockBehind' : 'clockAhead', off], 'clockAdvice')
}

function linkOf({ newsAgeMs, isStale, isOnline, roundTripMs }: DeviceFacts): Verdict {
  if (!isOnline) return bad(['offline'], 'offlineAdvice', 'resync')
  if (isStale) return bad(['noWord'], 'noWordAdvice', 'resync')
  if (newsAgeMs === null) return unknown('notHeard')
  const seconds = Math.round(newsAgeMs / 1000)
  if (roundTripMs === null) return good('heard', { seconds })
  const told: Said = ['heardAnswer', { seconds, ms: Math.round(roundTripMs) }]
  return roundTripMs <= limits.roundTripMs ? good(...told) : bad(told, 'slowAdvice', 'resync')
}

function powerOf({ battery }: DeviceFacts): Verdict {
  if (!battery) return unknown('powerUnknown', 'keepPlugged')
  const { percent, isCharging } = battery
  if (isCharging) return good('plugged', { percent })
  if (percent > limits.batteryPercent) return good('unplugged', { percent })
  return bad(['unplugged', { percent }], 'plugIn')
}

/** Every check, in the order in which a person sees to them. */
export function readinessOf(facts: DeviceFacts): Check[] {
  return [
    { id: 'sound', isNeeded: true, ...soundOf(facts) },
    { id: 'link', isNeeded: true, ...linkOf(facts) },
    { id: 'wakeLock', isNeeded: true, ...wakeLockOf(facts) },
    { id: 'power', isNeeded: true, ...powerOf(facts) },
    { id: 'clock', isNeeded: true, ...clockOf(facts) },
    { id: 'notifications', isNeeded: false, ...notificationsOf(facts) },
    { id: 'fullscreen', isNeeded: false, ...fullscreenOf(facts) },
  ]
}

/** How many needed checks fail: the header shows it. */
export const neededFailures = (checks: Check[]): number =>
  checks.filter(({ level, isNeeded }) => isNeeded && level === 'bad').length
