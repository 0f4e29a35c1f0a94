import type { Metadata } from 'next'
import { apiDocument } from '@/app/api/openapi.json/routes'
import { ApiReference } from '@/components/docs/api-reference'

export const metadata: Metadata = { title: 'API' }

export default function DocsPage() {
  return <ApiReference document={apiDocument()} />
}
