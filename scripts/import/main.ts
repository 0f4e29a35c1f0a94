import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Checkpoint } from '@/scripts/import/checkpoint'
import { isOwnExport, type Mapping, mapColumns } from '@/scripts/import/columns'
import { cellsOf, delimiterOf, RowReader } from '@/scripts/import/csv-rows'
import { destinationOf } from '@/scripts/import/destination'
import { Mistake, type Options, readOptions } from '@/scripts/import/options'
import { Progress, sayTally } from '@/scripts/import/progress'
import { openLines, type Reject, Run } from '@/scripts/import/run'
import { shown } from '@/scripts/import/shown'

const mostRejectsSaid = 5
const newline = 0x0a

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new Mistake(`There is no file ${file}.`)
  return found.size
}

function sayMapping({ columns, unused }: Mapping): void {
  const width = Math.max(...columns.map(({ name }) => shown(name).length), 0)
  console.log('Columns:')
  for (const { name, field, key } of columns)
    console.log(`  ${shown(name).padEnd(width)}  → ${key ? `detail "${shown(key)}"` : field}`)
  if (unused.length === 0) return
  console.log('Left out:')
  for (const { name, why } of unused) console.log(shown(`  ${name || '(no name)'}: ${why}`))
}

function refuseUseless({ columns }: Mapping, { destinationId, zoneId }: Options): void {
  const has = (field: string) => columns.some((column) => column.field === field)
  if (!has('entryTime')) throw new Mistake('No column is understood as the entry’s time: name one entryTime.')
  if (has('zoneId') || has('destinationId') || zoneId || destinationId) return
  throw new Mistake('No column says a store or a zone: name one destinationId or zoneId, or say --store or --zone.')
}

function saySummary(run: Run, rejectsFile: string | null, rejects: Reject[], isStopped: boolean): void {
  for (const { line, reason } of rejects) console.log(shown(`  line ${line}: ${reason}`))
  const more = run.tally.rejected - rejects.length
  if (rejects.length > 0 && more > 0) console.log(`  and ${more} more`)
  console.log(sayTally(run.tally, rejectsFile === null))
  if (run.tally.rejected > 0 && rejectsFile) console.log(`What was refused, and why: ${rejectsFile}`)
  if (isStopped) console.log('Stopped before the end: run it again, and it goes on from here.')
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const { file, isDryRun, isAnew, destinationId, zoneId, offset, url, projectId } = options
  const size = await sizeOf(file)
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())
  const source = createReadStream(file)
  let lastByte: number | undefined
  const noted = async function* () {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      lastByte = chunk.at(-1)
      yield chunk
    }
  }
  const endsInLine = () => lastByte !== newline
  const { header, rest } = await openLines(noted())
  const text = (header.text ?? '').replace(/^\ufeff/, '')
  const delimiter = delimiterOf(text)
  const [names = []] = cellsOf(text, delimiter)
  const mapping = mapColumns(names)
  sayMapping(mapping)
  refuseUseless(mapping, options)
  const destination = await destinationOf(options)
  const checkpoint = isDryRun ? null : new Checkpoint(file)
  const how = { columns: mapping.columns, destinationId, zoneId, offset, url, projectId }
  const reached = (await checkpoint?.find(how, isAnew)) ?? null
  console.log(`\n${shown(`${file} → ${destination.name}`)}${reached ? `, on from line ${reached.line + 1}` : ''}`)
  const progress = new Progress(size)
  const rejects: Reject[] = []
  const rejectsFile = isDryRun ? null : `${file}.rejects.csv`
  const run = new Run(
    {
      destination,
      columns: mapping.columns,
      given: { destinationId, zoneId, offset, isOwn: isOwnExport(names) },
      reader: new RowReader(delimiter, names.length),
      checkpoint,
      rejectsFile,
      signal: stopping.signal,
      bytesRead: () => source.bytesRead,
      endsInLine,
      onProgress: (rows) => progress.show(source.bytesRead, rows),
      onReject: (reject) => rejects.length < mostRejectsSaid && rejects.push(reject),
    },
    reached,
  )
  await run.all(rest).finally(() => {
    progress.end()
    return destination.close?.()
  })
  saySummary(run, rejectsFile, rejects, stopping.signal.aborted)
  if (run.isCut) {
    const { openFrom } = run.what.reader
    const cut = openFrom === null ? 'The last line has no end' : `The quote that line ${openFrom} opens is never closed`
    console.log(`${cut}: if the file is still being written, run this again once it is whole.`)
  }
}

main().catch((error) => {
  console.error(error instanceof Mistake ? error.message.split('\n').map(shown).join('\n') : error)
  process.exitCode = 1
})
