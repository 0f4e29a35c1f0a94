import type { Metadata } from 'next'
import { Reference } from '@/components/docs/reference'

export const metadata: Metadata = { title: 'API' }

export default function DocsPage() {
  // English, as the API's own texts are, whatever the pages around it speak.
  return (
    <div lang="en" dir="ltr">
      <Reference />
    </div>
  )
}
