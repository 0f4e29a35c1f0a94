// Makes what stories begin with (made.ts), in one process for all of them: they would spend seconds on starting their own.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeHistory } from '@/e2e/setup/make-history'
import { makePeople } from '@/e2e/setup/make-people'
import { makeKerb, makeProject } from '@/e2e/setup/make-project'
import { makeTablets } from '@/e2e/setup/make-tablets'
import { makeWaits } from '@/e2e/setup/make-waits'
import { wholeProcessAcrossProjects } from '@/lib/wall'

wholeProcessAcrossProjects()

const makes = {
  project: makeProject,
  kerb: makeKerb,
  history: makeHistory,
  tablets: makeTablets,
  waits: makeWaits,
  people: makePeople,
}
export type Makes = typeof makes

const server = createServer(async (request, response) => {
  const [, what = '', projectId = ''] = request.url?.split('/') ?? []
  try {
    const make = makes[what as keyof Makes]
    response.end(JSON.stringify((await make(projectId)) ?? null))
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.stack : String(error))
  }
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
// It ends with whoever started it.
process.on('disconnect', () => process.exit(0))
