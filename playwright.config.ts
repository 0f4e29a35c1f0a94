import { defineConfig } from '@playwright/test'
import { installedBrowser } from '@/scripts/testing/browser.mjs'

const isReported = Boolean(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE)

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/setup/demo-product.ts',
  forbidOnly: true,
  retries: 0,
  // The server, its database and a browser share the two cores.
  // Stories wait for clocks more than they work, and each has a store of its own.
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: isReported ? [['line'], ['json']] : [['line']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: installedBrowser() },
    screenshot: 'only-on-failure',
    trace: 'off',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  // What does not depend on the size of the screen is told once, on the tablet.
  projects: [
    { name: 'tablet', use: { viewport: { width: 1024, height: 768 }, hasTouch: true } },
    {
      name: 'phone',
      testIgnore: /(board-(live|reading|acting|keys|alerting)|kiosk|installed|preparing)\.spec\.ts/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      // How things look, in the light and in the dark.
      grep: /in the (light|dark)/,
      testIgnore: /(board-(live|reading|acting|keys|alerting)|board|kiosk|installed|sign-in|preparing)\.spec\.ts/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
