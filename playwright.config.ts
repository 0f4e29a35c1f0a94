import { defineConfig } from '@playwright/test'
import { installedBrowser, quickestBrowser } from '@/scripts/testing/browser.mjs'

const isReported = Boolean(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE)

const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true }

// What a browser without windows cannot do: keep the screen on, notify, be installed.
const ofTheDevice = /(board-alerting|kiosk|installed)\.spec\.ts/

// Told once, or at widths of their own.
const atOneSize =
  /(board-(live|reading|acting|keys|alerting|scale)|kiosk|installed|preparing|languages|languages-places)\.spec\.ts/

// How other pages look in the dark is told on the phone.
const darkElsewhere = new RegExp(`^(?!.*(?:${atOneSize.source})).*in the dark`)

// The pages that are looked at on a desk as well; the others are told by their widths.
const ofTheDesk = /\b(board-for-everyone|entries|entry-history|insights|docs)\.spec\.ts/

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/setup/demo-product.ts',
  forbidOnly: true,
  retries: 0,
  // The server, its database and a browser share the two cores.
  // Stories wait for clocks more than they work, and each has a store of its own.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: isReported ? [['line'], ['json']] : [['line']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: quickestBrowser() },
    screenshot: 'only-on-failure',
    trace: 'off',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  // What does not depend on the size of the screen is told once, on the tablet.
  projects: [
    { name: 'tablet', testIgnore: ofTheDevice, grepInvert: darkElsewhere, use: tablet },
    {
      name: 'device',
      testMatch: ofTheDevice,
      use: { ...tablet, launchOptions: { executablePath: installedBrowser() } },
    },
    {
      name: 'phone',
      // How things look in the dark, and the main job, with a thumb.
      grep: /in the dark|\bboard\.spec\.ts/,
      testIgnore: atOneSize,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      grep: /in the light/,
      testMatch: ofTheDesk,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
