import { RowCounter } from '@/components/entries/export/row-counter'
import { fetchStream } from '@/lib/export/queries'

export type ExportFormat = 'csv' | 'ndjson'
/** How far an export has come. `total` is a guess: more may come and old ones go; null where nobody could count soon. */
export type ExportProgress = { rows: number; bytes: number; total: number | null }

/** How much of it is there, 0 to 1, as far as that can be told. */
export function shareOf({ rows, total }: ExportProgress): number | undefined {
  return total ? Math.min(1, rows / total) : undefined
}

/** The answer broke off: the file is thrown away. */
export class CutOffError extends Error {}

/** The file could not be written: the disk is full, or the right to it was taken away. */
export class NotWrittenError extends Error {}

type FileHandle = FileSystemFileHandle & { remove?: () => Promise<void> }
type SavePicker = (options: { suggestedName: string }) => Promise<FileHandle>

/** The browser's way to write a file as it comes; undefined where it has none, or the page is not on HTTPS. */
export function savePicker(): SavePicker | undefined {
  const picker: SavePicker | undefined = Reflect.get(window, 'showSaveFilePicker')
  return picker && ((options) => picker.call(window, options))
}

const tellEveryMs = 120

const notWritten = (cause: unknown): never => {
  throw new NotWrittenError(String(cause), { cause })
}

async function pour(
  body: ReadableStream<Uint8Array>,
  into: FileSystemWritableFileStream,
  told: (bytes: Uint8Array) => void,
) {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      told(value)
      // Awaited: no more is in memory than one piece, however slow the disk.
      await into.write(value as Uint8Array<ArrayBuffer>).catch(notWritten)
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

type SaveProps = {
  address: string
  format: ExportFormat
  handle: FileHandle
  signal: AbortSignal
  onProgress: (progress: ExportProgress) => void
}

/**
 * Writes an export to a file, piece by piece. The file is there when it is whole, or not at all: until then the browser
 * writes beside it. Throws ApiError, UnreachableError, CutOffError, NotWrittenError, and what `signal` aborts with.
 */
export async function saveExport(props: SaveProps): Promise<ExportProgress> {
  const { address, format, handle, signal, onProgress } = props
  const writable = await handle.createWritable().catch(notWritten)
  const counter = new RowCounter(format)
  let [bytes, toldAt] = [0, 0]
  let total: number | null = null
  const progress = () => ({ rows: counter.rows, bytes, total })
  try {
    const response = await fetchStream(address, signal)
    total = Number.parseInt(response.headers.get('x-total-count') ?? '', 10)
    if (Number.isNaN(total)) total = null
    if (!response.body) throw new CutOffError()
    await pour(response.body, writable, (piece) => {
      counter.add(piece)
      bytes += piece.byteLength
      if (performance.now() - toldAt < tellEveryMs) return
      toldAt = performance.now()
      onProgress(progress())
    })
    await writable.close().catch(notWritten)
    return progress()
  } catch (error) {
    await writable.abort().catch(() => undefined)
    await removeEmpty(handle)
    if (signal.aborted || isKnown(error)) throw error
    throw new CutOffError(String(error), { cause: error })
  }
}

const isKnown = (error: unknown) =>
  error instanceof CutOffError ||
  error instanceof NotWrittenError ||
  (error instanceof Error && (error.name === 'ApiError' || error.name === 'UnreachableError'))

// The dialog that asked for a name has made a file of it, with nothing in it.
async function removeEmpty(handle: FileHandle): Promise<void> {
  try {
    if ((await handle.getFile()).size === 0) await handle.remove?.()
  } catch {
    // It stays, empty.
  }
}
