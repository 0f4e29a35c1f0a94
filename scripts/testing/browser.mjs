import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Refusal } from '../process/refusal.mjs'
import { runQuietly } from '../process/run-quietly.mjs'
import { inRoot } from '../settings/places.mjs'
import { installPackages, isDebianRoot } from './system-programs.mjs'

// Without windows and what draws them: the stories take half the time in it.
const shell = 'chromium-headless-shell'
const programs = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin']
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * A Chromium of this machine: the one that is named, Playwright's own, or the system's.
 * @returns {string | undefined}
 */
export function installedBrowser() {
  const named = process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH
  if (named && !existsSync(named)) {
    throw new Refusal(
      `PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH names ${named}, which isn't there: correct it, or leave it out.`,
    )
  }
  // Playwright looks for its browsers as soon as it is loaded, so not before somebody asks.
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  const systems = folders.flatMap((folder) => programs.map((program) => path.join(folder, program)))
  return [named, chromium.executablePath(), ...systems, macChrome].find((file) => file && existsSync(file))
}

/** A Chromium to test with, installed if there is none. */
export async function ensureBrowser() {
  const found = installedBrowser()
  // One with windows will do, but where its sibling can be had for the asking, that one is better.
  const isSecondBest = found === '/usr/bin/chromium' && !process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH
  if (found && !(isSecondBest && isDebianRoot())) return found
  const packages = isDebianRoot() ? [shell, 'chromium'].map((name) => () => installPackages([name])) : []
  const attempts = found ? packages.slice(0, 1) : [() => playwrightInstall(), ...packages]
  /** @type {string[]} */
  const problems = []
  for (const attempt of attempts) {
    try {
      await attempt()
      const installed = installedBrowser()
      if (installed) return installed
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  if (found) return found
  throw new Refusal(
    `There is no browser for the end-to-end tests and none could be installed: install Chromium, or set PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH to one. ${problems.join(' ')}`,
  )
}

function playwrightInstall() {
  return runQuietly(process.execPath, [inRoot('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], {
    advice: "Playwright's own browser could not be fetched",
  })
}
