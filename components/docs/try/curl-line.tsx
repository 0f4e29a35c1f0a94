'use client'

import { useSyncExternalStore } from 'react'
import { CodeBox } from '@/components/docs/code-box'
import { CopyButton } from '@/components/ui/copy-button'
import { type ApiRequest, curlOf } from '@/lib/openapi/model'

function masked([name, value]: [string, string]): [string, string] {
  const isSecret = name === 'x-service-api-key' || name === 'authorization'
  return [name, isSecret ? value.replace(/((?:Bearer )?.{0,6}).*/, '$1…') : value]
}

const never = () => () => undefined

/** The request as a line for a shell, to copy. */
export function CurlLine({ request, summary }: { request: ApiRequest; summary: string }) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  )
  const line = curlOf({ ...request, url: `${origin}${request.url}` })
  // What is on a screen is seen by others: the key is copied, not shown.
  const shown = curlOf({ ...request, url: `${origin}${request.url}`, headers: request.headers.map(masked) })
  return (
    <div className="relative">
      <CodeBox label={`As a curl line: ${summary}`} className="max-h-48 pr-14" isWrapped>
        {shown}
      </CodeBox>
      <span className="absolute top-1.5 right-2.5 rounded-control bg-well">
        <CopyButton text={line} label={`Copy the curl line: ${summary}`} />
      </span>
    </div>
  )
}
