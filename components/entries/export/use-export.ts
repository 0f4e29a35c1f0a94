'use client'

import { useEffect, useRef, useState } from 'react'
import { type ExportFormat, type ExportProgress, saveExport, savePicker } from '@/components/entries/export/save-export'
import { askOnUnload } from '@/components/layout/leave-guard'

/** An export from its beginning to its end. */
export type ExportState =
  | { kind: 'idle' }
  | { kind: 'running'; progress: ExportProgress }
  | { kind: 'done'; progress: ExportProgress; fileName: string }
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: unknown }

export type ExportWanted = { address: string; format: ExportFormat; suggestedName: string }

const nothingYet: ExportProgress = { rows: 0, bytes: 0, total: null }

/** Saves what is filtered, in the background of its dialog; `cancel` leaves no file. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)

  async function save(what: ExportWanted): Promise<void> {
    const { suggestedName, ...wanted } = what
    const pick = savePicker()
    if (!pick) return
    // Nothing was chosen: as if nobody had asked.
    const handle = await pick({ suggestedName }).catch(() => null)
    if (!handle) return
    const controller = new AbortController()
    running.current = controller
    setState({ kind: 'running', progress: nothingYet })
    const onProgress = (progress: ExportProgress) => setState({ kind: 'running', progress })
    try {
      const progress = await saveExport({ ...wanted, handle, signal: controller.signal, onProgress })
      setState({ kind: 'done', progress, fileName: handle.name })
    } catch (error) {
      setState(controller.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', error })
    }
    running.current = null
  }

  const isRunning = state.kind === 'running'
  useEffect(() => {
    if (!isRunning) return
    return askOnUnload()
  }, [isRunning])
  useEffect(() => () => running.current?.abort(), [])

  return { state, save, cancel: () => running.current?.abort(), reset: () => setState({ kind: 'idle' }) }
}
