'use client'

import { useRouter } from 'next/navigation'
import { type Language, languageCookie } from '@/lib/language/model'

const yearSeconds = 365 * 24 * 60 * 60

/** Keeps the choice on the device and says the page anew, without a reload: the board's sound stays unlocked. */
export function useChooseLanguage(): (language: Language) => void {
  const router = useRouter()
  return (language) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${languageCookie}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`
    router.refresh()
  }
}
