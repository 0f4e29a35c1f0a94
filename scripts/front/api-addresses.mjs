import { readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * An address of the API: its pattern in rou3's terms, and the file below `app/` whose exports answer it.
 * @typedef {{ pattern: string, file: string }} ApiAddress
 */

/**
 * Every `route.ts` below `app/api`: what Next finds there, found by the same names, so that a route is written once.
 * @param {string} app the folder `app`
 * @returns {ApiAddress[]}
 */
export function findApiAddresses(app) {
  return readdirSync(path.join(app, 'api'), { recursive: true, encoding: 'utf8' })
    .map((file) => `api/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('/route.ts'))
    .toSorted()
    .map((file) => ({ pattern: patternOf(file), file }))
}

/** @param {string} file */
function patternOf(file) {
  const segments = file.split('/').slice(0, -1)
  return `/${segments.map(segmentOf).join('/')}`
}

// Next's folder names: [one], [[...any]], %5F for an underscore that begins a name.
/** @param {string} folder */
function segmentOf(folder) {
  const any = /^\[\[\.\.\.(\w+)\]\]$/.exec(folder)
  if (any) return '**'
  const one = /^\[(\w+)\]$/.exec(folder)
  if (one) return `:${one[1]}`
  const name = decodeURIComponent(folder)
  if (/^[\w.-]+$/.test(name)) return name
  throw new Error(`The front does not know what Next makes of a folder called ${folder}.`)
}
