import type { BrowserContext, Page } from '@playwright/test'

export type Told = { title: string; body: string; tag: string; isClosed: boolean }

type Window_ = typeof window & { told: (Told & { click: () => void })[]; focused: number }

/** Records the notifications that pages show, in place of the system, which has none here. */
export async function recordNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const told: (Told & { click: () => void })[] = []
    class Recorded {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      onclick: (() => void) | null = null
      private readonly entry: (typeof told)[number]
      constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
        for (const old of told) old.isClosed ||= old.tag === tag
        this.entry = { title, body, tag, isClosed: false, click: () => this.onclick?.() }
        told.push(this.entry)
      }
      close() {
        this.entry.isClosed = true
      }
    }
    const target = window as unknown as Window_
    Object.assign(window, { Notification: Recorded, told, focused: 0 })
    window.focus = () => {
      target.focused += 1
    }
  })
}

/** Puts the page behind others, or in front again. A browser under test keeps every tab in front. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isHidden ? 'hidden' : 'visible',
  )
}

export function toldBy(page: Page): Promise<Told[]> {
  return page.evaluate(() =>
    (window as unknown as Window_).told.map(({ title, body, tag, isClosed }) => ({ title, body, tag, isClosed })),
  )
}

/** Taps a notification; answers how often the page has been brought to the front. */
export function tapNotification(page: Page, at: number): Promise<number> {
  return page.evaluate((index) => {
    const target = window as unknown as Window_
    target.told[index]?.click()
    return target.focused
  }, at)
}
