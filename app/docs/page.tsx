import type { Metadata } from 'next'
import { apiDocument } from '@/app/api/openapi.json/routes'
import { ApiReference } from '@/components/docs/api-reference'

export const metadata: Metadata = { title: 'API' }

export default function DocsPage() {
  // English, as the API's own texts are, whatever the pages around it speak.
  return (
    <div lang="en" dir="ltr">
      <ApiReference document={apiDocument()} />
    </div>
  )
}
