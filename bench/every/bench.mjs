import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEnd } from '../../scripts/process/ending.mjs'
import { say } from '../../scripts/process/steps.mjs'
import { inRoot } from '../../scripts/settings/places.mjs'
import { readJson } from '../../scripts/settings/private-file.mjs'
import { benchFolder } from '../database.mjs'
import { aimLine } from '../entries/table.mjs'

// Modest: a few minutes, once the data are there.
const benches = [
  { name: 'api', args: ['--rounds', '3', '--seconds', '2'] },
  { name: 'entries', args: ['--rounds', '2', '--seconds', '2'] },
]

/**
 * The benches of the API and of entries, one after the other, and one table of what they found.
 * @returns {Promise<number>} the exit code
 */
export async function run() {
  for (const { name, args } of benches) {
    const child = spawn(process.execPath, [inRoot('bench', 'run.mjs'), name, ...args], { stdio: 'inherit' })
    beforeEnd(() => child.kill('SIGTERM'))
    const [code] = await once(child, 'close')
    if (code !== 0) return code ?? 1
  }
  const aims = [...apiAims(readJson(path.join(benchFolder, 'api.json'))), ...entryAims()]
  say(['', '  All of it', '', ...aims.map(aimLine), ''].join('\n'))
  const file = path.join(benchFolder, 'bench.json')
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), aims }, null, 2)}\n`)
  say(`  As JSON: ${path.relative(process.cwd(), file)}`)
  return 0
}

/** @returns {import('../entries/report.mjs').EntryAim[]} */
function entryAims() {
  const { aims } = /** @type {import('../entries/report.mjs').EntryReport} */ (
    readJson(path.join(benchFolder, 'entries.json'))
  )
  return aims
}

/**
 * @param {unknown} report
 * @returns {import('../entries/report.mjs').EntryAim[]}
 */
function apiAims(report) {
  const { scenarios } = /** @type {import('../api/report.mjs').Report} */ (report)
  return scenarios.flatMap(({ name, aims }) =>
    aims.map(({ what, unit, spread, atLeast, below, met, missedBy }) => {
      // Its shares are of one, those of this table of a hundred.
      const by = unit === '%' ? 100 : 1
      const { median, least, most } = spread
      return {
        what: `${name}: ${what}`,
        unit,
        spread: { median: median * by, least: least * by, most: most * by },
        ...(atLeast !== undefined && { atLeast: atLeast * by }),
        ...(below !== undefined && { below: below * by }),
        ...{ met, missedBy },
      }
    }),
  )
}
