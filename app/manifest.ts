import type { MetadataRoute } from 'next'

/** What a device installs: the board, in a window of its own or on the whole screen. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/board',
    name: 'Baycall',
    short_name: 'Baycall',
    description: 'The curbside board: who stands in which bay, at once.',
    start_url: '/board',
    scope: '/',
    display: 'standalone',
    display_override: ['fullscreen', 'standalone'],
    orientation: 'any',
    lang: 'en',
    categories: ['business', 'productivity'],
    theme_color: '#22262b',
    background_color: '#22262b',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
