import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { inRoot } from '../settings/places.mjs'
import { installedBrowser } from '../testing/browser.mjs'

// Draws the installed app's icons from the mark: run it by hand after app/icon.svg has changed, and commit the PNGs.
const mark = readFileSync(inRoot('app', 'icon.svg'), 'utf8')

// Systems cut a maskable icon to any shape, and iOS rounds its own: the ground runs to the edge, the mark stays within.
const fullBleed = mark.replace(' rx="14"', '').replace('viewBox="0 0 64 64"', 'viewBox="0 0 64 64" overflow="visible"')

/** @type {{ file: string, size: number, svg: string, markSize: number }[]} */
const icons = [
  { file: 'public/icons/icon-192.png', size: 192, svg: mark, markSize: 192 },
  { file: 'public/icons/icon-512.png', size: 512, svg: mark, markSize: 512 },
  { file: 'public/icons/maskable-512.png', size: 512, svg: fullBleed, markSize: 384 },
  { file: 'app/apple-icon.png', size: 180, svg: fullBleed, markSize: 160 },
]

const browser = await chromium.launch({ executablePath: installedBrowser() })
for (const { file, size, svg, markSize } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const ground = svg === fullBleed ? '#22262b' : 'transparent'
  await page.setContent(
    `<style>html{background:${ground}}body{margin:0;height:100vh;display:grid;place-items:center}svg{display:block;width:${markSize}px;height:${markSize}px}</style>${svg}`,
  )
  writeFileSync(inRoot(file), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
