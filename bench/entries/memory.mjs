import { readFileSync } from 'node:fs'
import { peakMemoryMbOf } from '../footprint.mjs'

const everyMs = 200

/** @param {number} pid */
function residentMbOf(pid) {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kib ?? 0) * 1_024) / 1_000_000
  } catch {
    return 0
  }
}

/**
 * Watches what all processes of a server hold together, until it is asked: the most, in MB; null where there is no /proc.
 * @param {import('../servers.mjs').Server} server
 */
export function watchMemory({ pids, workers }) {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(
      most,
      pids.reduce((sum, pid) => sum + residentMbOf(pid), 0),
    )
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    const peaks = workers.map(peakMemoryMbOf).filter((mb) => mb !== null)
    return most > 0 ? { togetherMb: most, processMb: Math.max(...peaks) } : null
  }
}
