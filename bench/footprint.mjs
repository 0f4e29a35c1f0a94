import { readFileSync } from 'node:fs'

// Linux counts processor time for /proc in hundredths of a second, whatever its own clock does.
const tickMs = 10

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/**
 * Processor time that some processes have taken so far, in ms, that of their ended children included; null where there
 * is no /proc.
 * @param {number[]} pids
 */
export function cpuMsOf(pids) {
  let ticks = 0
  for (const pid of pids) {
    const stat = read(`/proc/${pid}/stat`)
    if (stat === null) return null
    // From the third field on, for the second is a name that may hold anything. utime, stime, cutime, cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    for (const field of fields.slice(11, 15)) ticks += Number(field)
  }
  return ticks * tickMs
}

/**
 * The most memory that a process has held resident so far, in MB; null where there is no /proc.
 * @param {number} pid
 */
export function peakMemoryMbOf(pid) {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1]
  return kib === undefined ? null : (Number(kib) * 1_024) / 1_000_000
}
