import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Refusal } from '../process/refusal.mjs'
import { runQuietly } from '../process/run-quietly.mjs'
import { inRoot } from '../settings/places.mjs'
import { findProgram, installPackages, isDebianRoot } from './system-programs.mjs'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// The same without windows and what draws them: stories take half the time in it, but it keeps no screen on and has no
// notifications.
const shell = 'chromium-headless-shell'
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

/**
 * What tells a story quickest: the system's Chromium without windows, if nothing else is named.
 * @returns {string | undefined}
 */
export function quickestBrowser() {
  const named = process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH
  return named ? installedBrowser() : (findProgram(shell) ?? installedBrowser())
}

/** A Chromium to test with, installed if there is none, and its quick sibling where that can be had for the asking. */
export async function ensureBrowser() {
  const browser = installedBrowser() ?? (await installBrowser())
  if (isDebianRoot() && !findProgram(shell)) await installPackages([shell]).catch(() => undefined)
  return browser
}

async function installBrowser() {
  const attempts = [() => playwrightInstall(), ...(isDebianRoot() ? [() => installPackages(['chromium'])] : [])]
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
  throw new Refusal(
    `There is no browser for the end-to-end tests and none could be installed: install Chromium, or set PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH to one. ${problems.join(' ')}`,
  )
}

function playwrightInstall() {
  return runQuietly(process.execPath, [inRoot('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], {
    advice: "Playwright's own browser could not be fetched",
  })
}
