import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/lib/http/client'
import { membersOf } from '@/lib/http/wire'
import type { OpenApiDocument } from '@/lib/openapi/model'

/** The API's own document, which does not change while a page is open. */
export const apiDocumentQuery = () =>
  queryOptions({
    queryKey: ['openapi'],
    queryFn: ({ signal }) =>
      fetchJson({ parse: (json) => membersOf(json) as OpenApiDocument }, '/api/openapi.json', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
