/**
 * The service worker: a page that says what to do when there is no network, and taps on notifications where only a worker
 * may show them. It never keeps an answer of the API, nor any page of the board: stale customers are worse than none.
 * It is registered as /sw.js?v=…, a digest of itself and its pages: a deploy that changes one of them replaces it.
 */

/**
 * @typedef {ExtendableEvent & { request: Request, respondWith: (answer: Promise<Response>) => void }} FetchEvent
 * @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} ExtendableEvent
 * @typedef {ExtendableEvent & { addRoutes?: (routes: object[]) => Promise<void> }} InstallEvent
 * @typedef {ExtendableEvent & { notification: Notification }} NotificationEvent
 * @typedef {ExtendableEvent & { data?: { close?: unknown, maskedBy?: unknown } }} MessageToWorker
 * @typedef {{ url: string, focus: () => Promise<unknown> }} WindowClient
 * @typedef {{ matchAll: (which: object) => Promise<WindowClient[]>, openWindow: (url: string) => Promise<unknown> }} Clients
 */

const worker =
  /** @type {{ clients: Clients, registration: ServiceWorkerRegistration, skipWaiting: () => Promise<void> } & EventTarget} */ (
    /** @type {unknown} */ (globalThis)
  )

const takeOverMs = 1_000

/** @type {ReturnType<typeof setInterval> | undefined} */
let takeOver

const page = '/offline.html'
const files = [page, '/offline.css', '/offline-words.js', '/offline.js']
const kept = `baycall-offline-${new URL(location.href).searchParams.get('v')}`

async function keepFiles() {
  const cache = await caches.open(kept)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))
  await worker.skipWaiting()
  // While the worker before it answers somebody, it has to wait after all, and Chromium does not always come back to it.
  takeOver = setInterval(() => worker.skipWaiting(), takeOverMs)
}

async function dropOthers() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)))
}

/** @param {string} file */
async function fromKept(file) {
  return (await caches.match(file)) ?? Response.error()
}

worker.addEventListener('install', (event) => {
  const install = /** @type {InstallEvent} */ (event)
  install.waitUntil(keepFiles())
  // Where the browser can be told: the API is asked as if there were no worker.
  if (install.addRoutes) {
    install.waitUntil(
      install.addRoutes([{ condition: { urlPattern: '/api/*' }, source: 'network' }]).catch(() => undefined),
    )
  }
})

worker.addEventListener('activate', (event) => {
  clearInterval(takeOver)
  const { waitUntil } = /** @type {ExtendableEvent} */ (event)
  waitUntil.call(event, dropOthers())
})

worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = /** @type {FetchEvent} */ (event)
  const { origin, pathname } = new URL(request.url)
  const answer = respondWith.bind(event)
  if (request.mode === 'navigate') answer(fetch(request).catch(() => fromKept(page)))
  else if (origin === location.origin && files.includes(pathname))
    answer(fetch(request).catch(() => fromKept(pathname)))
})

/** @param {string} path */
async function bringToFront(path) {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const board = open.find(({ url }) => new URL(url).pathname === path)
  await (board ? board.focus() : worker.clients.openWindow(path))
}

/**
 * @param {string} tag
 * @param {unknown} maskedBy by what rules it hides: what was said by others in its place stays
 */
async function closeNotifications(tag, maskedBy) {
  for (const notification of await worker.registration.getNotifications({ tag })) {
    if (notification.data?.maskedBy === maskedBy) notification.close()
  }
}

// A page that is left has no time to close what it has shown.
worker.addEventListener('message', (event) => {
  const { data, waitUntil } = /** @type {MessageToWorker} */ (event)
  if (typeof data?.close === 'string') waitUntil.call(event, closeNotifications(data.close, data.maskedBy))
})

worker.addEventListener('notificationclick', (event) => {
  const { notification, waitUntil } = /** @type {NotificationEvent} */ (event)
  notification.close()
  waitUntil.call(event, bringToFront(notification.data?.path ?? '/board'))
})
