import { readDocument } from '@/app/api/openapi.json/routes'
import { routeTable } from '@/lib/http/define-route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeTable({ GET: readDocument })
