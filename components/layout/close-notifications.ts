/** Those that the service worker has shown: they name customers, and outlive the page, also one that was killed. Where that can't be asked none are left. */
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
