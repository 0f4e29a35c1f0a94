import { defineConfig } from '@playwright/test'
import { installedBrowser, quickestBrowser } from '@/scripts/testing/browser.mjs'

const isReported = Boolean(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE)

const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true }

// What a browser without windows cannot do: keep the screen on, notify, be installed.
const ofTheDevice = /(board-alerting|kiosk|installed)\.spec\.ts/

// Told once, or at widths of their own.
const atOneSize =
  /(board-(live|reading|acting|keys|alerting|scale)|kiosk|installed|masking|preparing|languages|languages-places)\.spec\.ts/

// How other pages look in the dark is told on the phone.
const darkElsewhere = new RegExp(`^(?!.*(?:${atOneSize.source})).*in the dark`)

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/setup/demo-product.ts',
  forbidOnly: true,
  // Named in the closing lines of `npm test`, as with what else waits for real clocks (vitest.config.ts).
  retries: 1,
  // The server, its database and two browsers keep the two cores busy: a third one makes all of it slower.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: isReported ? [['line'], ['json']] : [['line']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: quickestBrowser() },
    screenshot: 'only-on-failure',
    trace: 'off',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What moves is told where it is the matter (board-scale, board-for-everyone): drawing it takes most of the cores.
    contextOptions: { reducedMotion: 'reduce' },
    // A browser that is new for each story would install it each time: told of the device, and where a story asks for it.
    serviceWorkers: 'block',
  },
  // What does not depend on the size of the screen is told once, on the tablet.
  projects: [
    // Whatever is told, and of however few stories: what the servers have said meanwhile is looked through at the end.
    { name: 'before', testMatch: /logs-kept\.check\.ts/, teardown: 'after' },
    { name: 'after', testMatch: /logs-read\.check\.ts/ },
    { name: 'tablet', dependencies: ['before'], testIgnore: ofTheDevice, grepInvert: darkElsewhere, use: tablet },
    {
      name: 'device',
      dependencies: ['before'],
      testMatch: ofTheDevice,
      use: {
        ...tablet,
        contextOptions: { reducedMotion: 'no-preference' },
        serviceWorkers: 'allow',
        launchOptions: { executablePath: installedBrowser() },
      },
    },
    {
      name: 'phone',
      dependencies: ['before'],
      // How things look in the dark, and the main job, with a thumb.
      grep: /in the dark|\bboard\.spec\.ts/,
      testIgnore: atOneSize,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
