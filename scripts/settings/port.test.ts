import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { addressOf, portToServe } from '@/scripts/settings/port.mjs'

let other: Server | undefined
afterEach(() => {
  other?.close()
  other = undefined
})

async function occupy(host: string) {
  other = createServer().listen(0, host)
  await once(other, 'listening')
  const address = other.address()
  return typeof address === 'object' && address ? address.port : 0
}

describe('the port', () => {
  it('is refused in one sentence, naming another, when a program has it', async () => {
    const port = await occupy('127.0.0.1')
    await expect(portToServe({ port, host: '127.0.0.1' }, 0)).rejects.toThrow(
      `Port ${port} is taken by another program: stop that one, or choose another port, for example PORT=${port + 1} npm start.`,
    )
  })

  it('is waited for when a server that was just killed still has it', async () => {
    const port = await occupy('127.0.0.1')
    const waiting = portToServe({ port, host: '127.0.0.1' }, 5_000)
    other?.close()
    await expect(waiting).resolves.toBe(port)
  })

  it('can be any free one', async () => {
    expect(await portToServe({ port: 0, host: '127.0.0.1' }, 0)).toBeGreaterThan(0)
  })

  it('needs a host that is this machine', async () => {
    await expect(portToServe({ port: 0, host: '192.0.2.1' }, 0)).rejects.toThrow(/^Can't listen on HOST 192\.0\.2\.1/)
  })

  it.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['192.168.1.5', 'http://192.168.1.5:3000'],
    ['fe80::1', 'http://[fe80::1]:3000'],
  ])('on host %s is opened at %s', (host, address) => {
    expect(addressOf(host, 3000)).toBe(address)
  })
})
