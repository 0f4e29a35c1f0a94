import { takeTokens } from '@/lib/limits/data'
import { type Rate, tabOf } from '@/lib/limits/model'
import { Patience } from '@/lib/patience'
import { acrossForSeveral } from '@/lib/wall'
import { logSeldom } from '@/lib/watch/seldom'

const heldAtMost = 50_000

/**
 * What this process has let pass and not paid for yet. `shortUntil`: the bucket had not enough for all of it, until then, by the
 * process's own time.
 */
type Tab = { owed: number; isShort: boolean; shortUntil: number; paying?: Promise<void> }

const tabs = new Map<string, Tab>()

/** Of very many the one is forgotten that nobody has asked for the longest. */
function knownTab(name: string): Tab | undefined {
  const tab = tabs.get(name)
  if (tab && tabs.delete(name)) tabs.set(name, tab)
  return tab
}

function openTab(name: string): Tab {
  const known = knownTab(name)
  if (known) return known
  const [eldest] = tabs.size >= heldAtMost ? tabs.keys() : []
  if (eldest !== undefined) tabs.delete(eldest)
  const tab = { owed: 0, isShort: false, shortUntil: Number.NEGATIVE_INFINITY }
  tabs.set(name, tab)
  return tab
}

async function settle(name: string, tab: Tab, rate: Rate): Promise<void> {
  const due = Math.floor(tab.owed)
  const { granted, tokens } = await takeTokens(name, due, rate)
  tab.owed = Math.max(0, tab.owed - granted)
  tab.isShort = granted < due
  tab.shortUntil = performance.now() + ((Math.floor(tab.owed) - tokens) / rate.perSecond) * 1000
}

function pay(name: string, tab: Tab, rate: Rate): Promise<void> {
  tab.paying ??= acrossForSeveral('limits', () => settle(name, tab, rate)).finally(() => {
    tab.paying = undefined
  })
  return tab.paying
}

// What is paid comes as late as the database answers, and what has passed meanwhile may be large.
const mostUnpaid = 2

/** True where so much has been let through that what is paid for it is to be waited for (secondsInDebt); asks nobody. */
export function isBehind(name: string, rate: Rate): boolean {
  const tab = knownTab(name)
  return tab !== undefined && (tab.isShort || tab.owed >= mostUnpaid * tabOf(rate))
}

/**
 * The seconds after which to come again to a bucket that has less than this process owes it; 0: it may pass. Asks the
 * database only where it was refused before and may pass by now, and where this process is behind with what it pays.
 */
export async function secondsInDebt(name: string, rate: Rate): Promise<number> {
  const tab = knownTab(name)
  if (!tab || !isBehind(name, rate)) return 0
  if (!tab.isShort || tab.shortUntil <= performance.now()) await Patience.withShared(pay(name, tab, rate))
  return tab.isShort ? Math.max(1, Math.ceil((tab.shortUntil - performance.now()) / 1000)) : 0
}

/**
 * Puts on the tab what has been let through, out of a bucket that all servers share, and pays now and then, beside the
 * request, which waits for nothing: for buckets that are wide enough for what passes meanwhile not to matter.
 */
export function putOnTab(name: string, rate: Rate, count: number): void {
  if (count <= 0) return
  const tab = openTab(name)
  // Who has asked for far more than there is waits for one burst, not for days.
  tab.owed = Math.min(Math.max(1, rate.burst), tab.owed + count)
  if (tab.owed < tabOf(rate) || tab.isShort || tab.paying) return
  pay(name, tab, rate).catch((err) => logSeldom('warn', 'limit not counted', '', () => ({ err })))
}
