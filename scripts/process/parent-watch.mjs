import { commandOf, identify, isAlive, parentOf } from './processes.mjs'

const everyMs = 500

/**
 * Calls back when the npm that runs us is gone: killed, it can't pass a signal on. npm puts a shell in between where
 * the shell doesn't step aside, so it is the shell's parent then.
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const isShell = /(^|\/)(ba|da|a|z|k)?sh( |$)/.test(commandOf(parent)) || /(^|\/)busybox /.test(commandOf(parent))
  const watched = [parent, ...(isShell ? [parentOf(parent)] : [])].filter((pid) => pid > 1).map(identify)
  const timer = setInterval(() => {
    if (watched.every(isAlive)) return
    clearInterval(timer)
    onGone()
  }, everyMs)
  timer.unref()
}
