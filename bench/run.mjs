// npm run bench -- NAME: the benchmarks; without a name those of the API and of entries, at modest length. Each has a folder of its own beside this file; what they share lies here.
import { end, runCommand } from '../scripts/process/ending.mjs'
import { watchNpm } from '../scripts/process/parent-watch.mjs'
import { Refusal } from '../scripts/process/refusal.mjs'

/** @type {Record<string, () => Promise<{ run: (args: string[]) => Promise<number> }>>} */
const benches = {
  api: () => import('./api/bench.mjs'),
  board: () => import('./board/bench.mjs'),
  entries: () => import('./entries/bench.mjs'),
  insights: () => import('./insights/bench.mjs'),
}

const [name = '', ...args] = process.argv.slice(2)

runCommand(async () => {
  watchNpm(() => end(1))
  if (!name) return (await import('./every/bench.mjs')).run()
  const load = Object.hasOwn(benches, name) ? benches[name] : undefined
  if (!load) {
    const names = Object.keys(benches).join(', ')
    throw new Refusal(`There is no bench called "${name}": npm run bench -- ${names}`)
  }
  return (await load()).run(args)
})
