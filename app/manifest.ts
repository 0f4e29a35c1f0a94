import type { MetadataRoute } from 'next'
import { pageSpeech, pageWords } from '@/app/page-words'

/** What a device installs: the board, in a window of its own or on the whole screen. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const [t, { language, direction }] = [await pageWords('shell'), await pageSpeech()]
  return {
    id: '/board',
    name: 'Baycall',
    short_name: 'Baycall',
    description: t('about'),
    start_url: '/board',
    scope: '/',
    display: 'standalone',
    display_override: ['fullscreen', 'standalone'],
    orientation: 'any',
    lang: language,
    dir: direction,
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
