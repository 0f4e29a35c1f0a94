import { RowCounter } from '@/components/entries/export/row-counter'
import { fetchStream } from '@/lib/http/client'

export type ExportFormat = 'csv' | 'ndjson'
/** How far an export has come. `total` is null where the server could not count soon enough. */
export type ExportProgress = { rows: number; bytes: number; total: number | null }

/** What came was less than what was said to come: the file is thrown away. */
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
  /** True where nothing can be added to what is exported: then it must be as much as was counted. */
  isOver: boolean
  signal: AbortSignal
  onProgress: (progress: ExportProgress) => void
}

/**
 * Writes an export to a file, piece by piece. The file is there when it is whole, or not at all: until then the browser
 * writes beside it. Throws ApiError, UnreachableError, CutOffError, NotWrittenError, and what `signal` aborts with.
 */
export async function saveExport(props: SaveProps): Promise<ExportProgress> {
  const { address, format, handle, isOver, signal, onProgress } = props
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
    // Something in between may have swallowed that the answer broke off. What is counted while more comes in is a guess.
    if (isOver && total !== null && counter.rows < total) throw new CutOffError()
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
