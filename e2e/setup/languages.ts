import type { BrowserContext, Page } from '@playwright/test'
import type { Demo } from '@/scripts/setup/demo.mjs'

/** The language that was chosen on this device. */
export const choose = (context: BrowserContext, demo: Demo, language: string) =>
  context.addCookies([{ name: 'baycall-language', value: language, url: demo.baseUrl }])

/** What the browser's console says when server and client do not write the same. */
export function hydrationFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  return faults
}
