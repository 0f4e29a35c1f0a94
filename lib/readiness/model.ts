/**
 * Readiness: whether this device will call staff when somebody arrives. A check is good, bad with what to do, or unknown
 * where the browser does not say. What is needed marks the board's header while it is bad.
 */
export type CheckLevel = 'good' | 'bad' | 'unknown'
export type CheckId = 'sound' | 'notifications' | 'wakeLock' | 'fullscreen' | 'clock' | 'link' | 'power'

/** What a button beside the check does. */
export type Remedy = 'unlock' | 'unmute' | 'allowNotifications' | 'keepAwake' | 'goFullscreen' | 'resync'

/** `says` is how it is; `advice` what a person can do. */
export type Check = {
  id: CheckId
  name: string
  level: CheckLevel
  isNeeded: boolean
  says: string
  advice?: string
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

type Verdict = Pick<Check, 'level' | 'says' | 'advice' | 'remedy'>
const good = (says: string): Verdict => ({ level: 'good', says })
const bad = (says: string, advice: string, remedy?: Remedy): Verdict => ({ level: 'bad', says, advice, remedy })
const unknown = (says: string, advice?: string): Verdict => ({ level: 'unknown', says, advice })

const overHttps = 'Open the board over https: browsers allow this only there. Whoever runs the server can set that up.'

function soundOf({ sound }: DeviceFacts): Verdict {
  if (sound === 'on') return good('On. Play the tone to hear how loud it is here.')
  if (sound === 'starting') return unknown('The browser has not said yet.')
  if (sound === 'muted') return bad('Muted for a while.', 'It comes back by itself, or at once here.', 'unmute')
  if (sound === 'locked')
    return bad('Off: the browser waits for a tap.', 'Tap once after each start of the board.', 'unlock')
  return bad('This browser cannot play a tone.', 'Open the board in a current Chrome, Edge, Firefox or Safari.')
}

function notificationsOf({ notifications, isSecure }: DeviceFacts): Verdict {
  if (notifications === 'granted') return good('Allowed: they come while the board is hidden.')
  if (notifications === null) return unknown('The browser has not said yet.')
  if (notifications === 'default')
    return bad('Not asked for yet.', 'Allow them, to be called while another app is in front.', 'allowNotifications')
  if (notifications === 'denied')
    return bad('Blocked in this browser.', 'Open the site settings at the left of the address and allow notifications.')
  return unknown(
    'Not offered by this browser.',
    isSecure ? 'Keep the board in front, or add it to the home screen.' : overHttps,
  )
}

function wakeLockOf({ wakeLock, isSecure }: DeviceFacts): Verdict {
  if (wakeLock === 'held') return good('Kept on while the board is in front.')
  if (wakeLock === null) return unknown('The browser has not said yet.')
  if (wakeLock === 'released')
    return bad('It may go dark.', 'Switch the battery saver off and plug the device in.', 'keepAwake')
  const bySettings = 'Set the display to stay on in the device’s own settings.'
  return unknown('This browser cannot keep it on.', isSecure ? bySettings : `${bySettings} Or: ${overHttps}`)
}

function fullscreenOf({ fullscreen }: DeviceFacts): Verdict {
  if (fullscreen === 'on') return good('The board has the whole screen.')
  if (fullscreen === null) return unknown('The browser has not said yet.')
  if (fullscreen === 'off')
    return bad('Bars of the browser take room.', 'Go fullscreen, or install the board as an app.', 'goFullscreen')
  return unknown('Not offered by this browser.', 'Add the board to the home screen and open it from there.')
}

function clockOf({ skewMs }: DeviceFacts): Verdict {
  if (skewMs === null) return unknown('The server has not said its time yet.')
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  if (Math.abs(skewMs) < limits.skewMs)
    return good(seconds === 0 ? 'Agrees with the server.' : `Within ${seconds} s of the server.`)
  const off = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return bad(
    `${off} ${skewMs > 0 ? 'behind' : 'ahead of'} the server.`,
    'Switch on automatic date and time in the device’s settings. Waits on the board are right all the same.',
  )
}

function linkOf({ newsAgeMs, isStale, isOnline, roundTripMs }: DeviceFacts): Verdict {
  if (!isOnline) return bad('This device is offline.', 'Check the Wi-Fi. The board comes back by itself.', 'resync')
  if (isStale) return bad('No word from the server.', 'Check the Wi-Fi. The board tries again by itself.', 'resync')
  if (newsAgeMs === null) return unknown('The server has not been heard yet.')
  const heard = `Heard ${Math.round(newsAgeMs / 1000)} s ago`
  if (roundTripMs === null) return good(`${heard}.`)
  const told = `${heard}, an answer takes ${Math.round(roundTripMs)} ms.`
  if (roundTripMs <= limits.roundTripMs) return good(told)
  return bad(told, 'The Wi-Fi is slow here: move the device, or put an access point nearer.', 'resync')
}

function powerOf({ battery }: DeviceFacts): Verdict {
  if (!battery) return unknown('The browser does not say.', 'Keep the device plugged in.')
  const { percent, isCharging } = battery
  if (isCharging) return good(`Plugged in, ${percent} %.`)
  if (percent > limits.batteryPercent) return good(`${percent} % and not plugged in.`)
  return bad(`${percent} % and not plugged in.`, 'Plug the device in.')
}

/** Every check, in the order in which a person sees to them. */
export function readinessOf(facts: DeviceFacts): Check[] {
  return [
    { id: 'sound', name: 'Sound', isNeeded: true, ...soundOf(facts) },
    { id: 'link', name: 'Connection', isNeeded: true, ...linkOf(facts) },
    { id: 'wakeLock', name: 'Screen stays on', isNeeded: true, ...wakeLockOf(facts) },
    { id: 'power', name: 'Power', isNeeded: true, ...powerOf(facts) },
    { id: 'clock', name: 'Clock', isNeeded: true, ...clockOf(facts) },
    { id: 'notifications', name: 'Notifications', isNeeded: false, ...notificationsOf(facts) },
    { id: 'fullscreen', name: 'Fullscreen', isNeeded: false, ...fullscreenOf(facts) },
  ]
}

/** How many needed checks fail: the header shows it. */
export const neededFailures = (checks: Check[]): number =>
  checks.filter(({ level, isNeeded }) => isNeeded && level === 'bad').length
