import type { CDPSession, Page } from '@playwright/test'

/** What a page holds after everything that can be forgotten was: elements and texts, listeners, and bytes. */
export type Held = { nodes: number; listeners: number; bytes: number }

/** A look at what a page holds. */
export async function memoryOf(page: Page): Promise<() => Promise<Held>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const numberOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    return { nodes: numberOf('Nodes'), listeners: numberOf('JSEventListeners'), bytes: numberOf('JSHeapUsedSize') }
  }
}
