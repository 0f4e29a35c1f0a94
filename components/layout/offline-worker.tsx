'use client'

import { useEffect } from 'react'

/**
 * Registers the service worker, whose one page stands in where the network is missing. In production alone: while
 * developing, a page that is gone should look gone. Its version is a digest of its files (next.config.js).
 */
export function OfflineWorker() {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
    const address = `/sw.js?v=${process.env.OFFLINE_VERSION}`
    // Without it everything works but the page for no network.
    navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => {})
  }, [])
  return null
}
