import { parseArgs } from 'node:util'

export const usage = `Entries from a CSV file, such as geofence services export.

  npm run import -- FILE.csv [--project ID] [--store ID | --zone ID] [--dry-run]
  npm run import -- FILE.csv --url https://board.example --project ID      (the key in BAYCALL_KEY=sk_…)

  --project ID   whose entries they are; without it the only project is meant
  --store ID     where rows belong that name neither a store nor a zone
  --zone ID      likewise
  --offset +HH:MM  of times that say no offset of their own (default +00:00)
  --dry-run      reads the whole file, writes nothing, says what would be refused
  --anew         begins at the first row, also where an earlier run got further
  --url URL      to a server anywhere, with a secret key, instead of the database

What each column is taken for is said first (docs/import.md). A second run goes on where the first ended; rows that are
there already are duplicates. What is refused goes into FILE.csv.rejects.csv, with its line and why.`

export type Options = {
  file: string
  projectId: string | undefined
  destinationId: string | undefined
  zoneId: string | undefined
  offset: string
  url: string | undefined
  isDryRun: boolean
  isAnew: boolean
}

/** A wrong option, in a sentence. */
export class Mistake extends Error {}

/** The options of a command line. Throws Mistake. */
export function readOptions(args: string[]): Options {
  const flag = { type: 'string' } as const
  const options = { project: flag, store: flag, zone: flag, offset: flag, url: flag } as const
  const switches = { 'dry-run': { type: 'boolean' }, anew: { type: 'boolean' }, help: { type: 'boolean' } } as const
  try {
    const { values, positionals } = parseArgs({ args, options: { ...options, ...switches }, allowPositionals: true })
    const [file, ...more] = positionals
    if (values.help || !file) throw new Mistake(usage)
    if (more.length > 0) throw new Mistake(`One file at a time: ${file}, or ${more.join(', ')}?`)
    const { offset = '+00:00' } = values
    if (!/^[+-]\d\d:\d\d$/.test(offset)) throw new Mistake('--offset wants hours and minutes: +13:00 or -05:30.')
    if (values.url && !URL.canParse(values.url)) throw new Mistake('--url wants an address: https://board.example')
    return {
      file,
      projectId: values.project?.toLowerCase(),
      destinationId: values.store,
      zoneId: values.zone,
      offset,
      url: values.url,
      isDryRun: values['dry-run'] ?? false,
      isAnew: values.anew ?? false,
    }
  } catch (error) {
    if (error instanceof Mistake) throw error
    throw new Mistake(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}
