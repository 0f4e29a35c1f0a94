import { type BrowserContext, expect, type Page } from '@playwright/test'

type Ear = { started: number; level: () => number; suspend: () => void; loudAtMs: number; tappedAtMs: number }

const contextBegins = 'An AudioContext begins'

/**
 * Listens to what pages play, from outside: every oscillator that is started is counted, and whatever reaches the
 * speakers is measured. Has an effect on pages that are opened afterwards.
 */
export async function listen(context: BrowserContext): Promise<void> {
  await context.addInitScript((begins) => {
    const contexts: AudioContext[] = []
    const ears = new Map<BaseAudioContext, AnalyserNode>()
    const ear: Ear = {
      started: 0,
      loudAtMs: 0,
      tappedAtMs: 0,
      level: () => Math.max(0, ...[...ears.values()].map(peakOf)),
      suspend: () => {
        for (const context of contexts) void context.suspend()
      },
    }
    Object.assign(window, { ear })

    function peakOf(analyser: AnalyserNode): number {
      const samples = new Float32Array(analyser.fftSize)
      analyser.getFloatTimeDomainData(samples)
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
    }

    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        contexts.push(this)
        console.debug(begins)
      }
    }
    const { start } = AudioScheduledSourceNode.prototype
    AudioScheduledSourceNode.prototype.start = function (...when) {
      ear.started += 1
      return start.apply(this, when)
    }
    const { connect } = AudioNode.prototype
    AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
      if (to[0] instanceof AudioDestinationNode) {
        const analyser = ears.get(this.context) ?? new AnalyserNode(this.context, { fftSize: 1024 })
        ears.set(this.context, analyser)
        Reflect.apply(connect, this, [analyser])
      }
      return Reflect.apply(connect, this, to)
    } as typeof connect

    const onTap = () => {
      ear.tappedAtMs = performance.now()
    }
    addEventListener('pointerup', onTap, { capture: true })
    setInterval(() => {
      if (ear.level() > 0.001) ear.loudAtMs = performance.now()
    }, 10)
  }, contextBegins)
}

/**
 * Opens a board as a browser does that has not been tapped. Looking at a page from a test counts as a tap, so nothing may
 * look before the page has asked for its sound.
 */
export async function openUntouched(page: Page, address: string): Promise<void> {
  const begun = page.waitForEvent('console', (message) => message.text() === contextBegins)
  await page.goto(address)
  await begun
  await expect(page.getByText(/^Live · synced/)).toBeVisible()
}

const earOf = () => (window as unknown as { ear: Ear }).ear

/** How many oscillators the page has started so far. */
export async function startedOn(page: Page): Promise<number> {
  return (await page.evaluateHandle(earOf)).evaluate(({ started }) => started)
}

/** Waits until the page can be heard. */
export async function expectHeard(page: Page): Promise<void> {
  const ear = await page.evaluateHandle(earOf)
  // Often: looks a second apart would all fall between two rings.
  await expect.poll(() => ear.evaluate(({ level }) => level()), { intervals: [40] }).toBeGreaterThan(0.01)
}

/** Waits until the page is silent, and has been for longer than two rings would take. */
export async function expectSilence(page: Page): Promise<void> {
  const ear = await page.evaluateHandle(earOf)
  const quietMs = () => ear.evaluate(({ loudAtMs }) => performance.now() - loudAtMs)
  await expect.poll(quietMs, { timeout: 10_000 }).toBeGreaterThan(4_500)
}

/** How long the page was heard after the last tap on it, in milliseconds; below 0 when it was not. */
export async function heardAfterTapMs(page: Page): Promise<number> {
  return (await page.evaluateHandle(earOf)).evaluate(({ loudAtMs, tappedAtMs }) => loudAtMs - tappedAtMs)
}

/** Takes the sound away from a page, as a telephone call or another app does. */
export async function takeSoundAway(page: Page): Promise<void> {
  await (await page.evaluateHandle(earOf)).evaluate(({ suspend }) => suspend())
}
