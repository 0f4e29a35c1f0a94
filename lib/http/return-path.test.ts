import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnPath } from '@/lib/http/return-path'

const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })

describe('after signing in', () => {
  it('a person comes back to where they were going', () => {
    expect(returnPath('/entries?store=1#top')).toBe('/entries?store=1#top')
    expect(returnPath('/board/p/Store%201')).toBe('/board/p/Store%201')
  })

  it('and to the board when there is no such place', () => {
    for (const next of [undefined, '', 'board', ['/a', '/b'], '/sign-in', '/sign-in?next=/sign-in']) {
      expect(returnPath(next)).toBe('/board')
    }
  })

  it('that is every page that asks who is there', () => {
    const asking = filesOf('app')
      .filter((file) => file.endsWith('.tsx') && readFileSync(`app/${file}`, 'utf8').includes('@/app/require-staff'))
      .map((file) => `/${file.split('/')[0]}`)
    expect(new Set(asking)).toEqual(new Set(['/account', '/board', '/entries', '/insights', '/settings']))
    for (const page of asking) expect(returnPath(`${page}/a?b=c`)).toBe(`${page}/a?b=c`)
  })

  it('and never what leaves a line in the record of them, nor a file, however the address is written', () => {
    const routes = filesOf('app')
      .filter((file) => /\broute\.ts$/.test(file))
      .map((file) => `/${file.replace('%5F', '_').replace(/\/route\.ts$/, '')}`)
    expect(routes).toContain('/api/staff/audit/export')
    const bare = routes.flatMap((route) => route.match(/(?<=^\/api)\/(?:orders|prod1)\b.*/) ?? [])
    expect(bare).toContain('/prod1/entry')
    const files = filesOf('public').map((file) => `/${file}`)
    const others = [
      '/api',
      '/API/orders',
      '/%61pi/orders',
      '/_next/image?url=/api/orders',
      '/icon.svg',
      '/boards',
      '/board.csv',
    ]
    for (const path of [...routes, ...bare, ...files, ...others]) {
      for (const next of [
        path,
        `${path}?projectId=1`,
        `/board/..${path}`,
        `/board/%2e%2E${path}`,
        `/./${path.slice(1)}`,
      ]) {
        expect(returnPath(next)).toBe('/board')
      }
    }
  })

  it('never leaves this site, however the address is written', () => {
    const tricks = ['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', '/.//evil.example']
    for (const next of [...tricks, '/\\/evil.example', 'javascript:alert(1)']) expect(returnPath(next)).toBe('/board')
    fc.assert(
      fc.property(fc.string(), (rest) => {
        for (const next of [`/${rest}`, `/board${rest}`, `/board/../${rest}`]) {
          const { origin, pathname } = new URL(returnPath(next), 'http://baycall.test')
          expect(origin).toBe('http://baycall.test')
          expect(pathname).toMatch(/^\/(?:account|board|entries|insights|settings)(?:\/|$)/)
        }
      }),
    )
  })
})
