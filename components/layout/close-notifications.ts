/** Those that the service worker has shown: they name customers, and outlive the page. Where that can't be asked none are left. */
export async function closeNotifications(): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration()
    // Safari has no such list in a tab.
    if (typeof worker?.getNotifications !== 'function') return
    for (const notification of await worker.getNotifications()) notification.close()
  } catch {
    // Whoever leaves leaves all the same.
  }
}

const lockOf = (path: string) => `baycall-notifies ${path}`

/** Whether a tab of this browser lives that notifies of some board, or of this path's: what it has shown is its own. */
export async function isNotifying(path?: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {}
  return held.some(({ name }) => (path === undefined ? name?.startsWith(lockOf('')) : name === lockOf(path)))
}

/** Says so of this tab for as long as it lives, or until the answer is called. */
export function saysItNotifies(path: string): () => void {
  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  navigator.locks?.request(lockOf(path), { mode: 'shared' }, () => isOver).catch(() => {})
  return end
}

/** Where nobody is signed in and nothing is paired: those that a page has left which was killed. */
export async function closeLeftNotifications(): Promise<void> {
  if (!(await isNotifying())) await closeNotifications()
}
