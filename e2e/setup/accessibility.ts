import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits for what fades or moves to its end; what goes on for ever goes on. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
}

const lookedAtAgain = 5

/**
 * What axe finds on the page as it stands, each with the elements it is about: nothing, on a page of ours. Axe looks at one
 * thing after the other and remembers what it saw: where something came, went or was hidden meanwhile, it has seen a page
 * that never was, and looks again.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  await settled(page)
  await page.evaluate(axeSource)
  const results: AxeResults = await page.evaluate(
    async ([values, looks]) => {
      const { axe } = window as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } }
      const attributeFilter = ['aria-hidden', 'aria-modal', 'hidden', 'inert', 'open', 'role']
      const isOther = ({ type, addedNodes, removedNodes }: MutationRecord) =>
        type === 'attributes' || [...addedNodes, ...removedNodes].some((node) => node instanceof Element)
      let changes = 0
      const watch = new MutationObserver((records) => {
        changes += records.filter(isOther).length
      })
      watch.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter })
      for (let look = 1; ; look += 1) {
        const before = changes
        const found = await axe.run(document, { runOnly: values })
        if (look === looks || changes === before) {
          watch.disconnect()
          return found
        }
      }
    },
    [rules, lookedAtAgain] as const,
  )
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
}

/** How far the page sticks out at the right, in pixels: 0, at any width. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
