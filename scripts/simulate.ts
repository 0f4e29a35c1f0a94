import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Mistake, type Options, readOptions } from '@/scripts/simulator/options'
import { type Demo, simulate } from '@/scripts/simulator/run'

async function readDemo(given: string | null): Promise<Demo> {
  const file = given ?? path.join(process.env.BAYCALL_DATA || '.data', 'demo.json')
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new Mistake(`There is no ${file}: run npm start first, or name the file with --demo.`)
  }
}

async function refuseAbsentServer(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/health/ready`).catch(() => null)
  if (!answer?.ok) throw new Mistake(`Baycall does not answer at ${baseUrl}: run npm start in another terminal first.`)
}

function greet(options: Options, demo: Demo): void {
  const minutes = `${options.minutes} minute${options.minutes === 1 ? '' : 's'}`
  console.log(`${options.perMinute} orders a minute at ${options.stores} stores for ${minutes} (seed ${options.seed}).`)
  console.log(`Watch them at ${demo.baseUrl}/board · Ctrl-C ends it earlier.\n`)
}

async function main(): Promise<void> {
  const started = new Date()
  const options = readOptions(process.argv.slice(2), started)
  const demo = await readDemo(options.demo)
  await refuseAbsentServer(demo.baseUrl)
  greet(options, demo)
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())
  const tally = await simulate(options, demo, stopping.signal, started)
  for (const line of tally.lines()) console.log(line)
  if (tally.hasUnexpected()) process.exitCode = 1
}

main().catch((error) => {
  console.error(error instanceof Mistake ? error.message : error)
  process.exitCode = 1
})
