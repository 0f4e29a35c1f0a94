import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import packageJson from '@/package.json'
import { makeSbom } from '@/scripts/setup/sbom.mjs'

type Package = {
  version?: string
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  inBundle?: boolean
}
const lock: { packages: Record<string, Package> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { '': ours, ...packages } = lock.packages
const { dependencies, devDependencies, optionalDependencies } = packageJson
const named = { ...dependencies, ...devDependencies, ...optionalDependencies }

const nameOf = (place: string) => place.split('node_modules/').at(-1)

describe('what the product is made of', () => {
  it('is named in exact versions, and the lock has those', () => {
    const loose = Object.entries(named).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    expect(loose).toEqual([])
    expect(ours).toMatchObject({ dependencies, devDependencies, optionalDependencies })
    const others = Object.entries(named).filter(
      ([name, version]) => packages[`node_modules/${name}`]?.version !== version,
    )
    expect(others).toEqual([])
  })

  it('is held by its digests, wherever it is fetched from', () => {
    // What comes within another package is held by that one's digest.
    const fetched = Object.entries(packages).filter(([, { inBundle }]) => !inBundle)
    const unheld = fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    expect(unheld.map(([place]) => place)).toEqual([])
    const hosts = Object.values(packages).flatMap(({ resolved }) => (resolved ? [new URL(resolved).host] : []))
    expect(hosts.filter((host) => host !== 'registry.npmjs.org')).toEqual([])
  })

  it('runs no script when it is installed but those that are declared', () => {
    const having = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(having.map(([place]) => nameOf(place)).sort()).toEqual(Object.keys(packageJson.allowScripts).sort())
  })

  it('is told by a bill of materials that holds all of it and nothing that only tests need', () => {
    const { metadata, components } = makeSbom()
    expect(metadata.component).toMatchObject({ name: 'baycall', version: packageJson.version })
    const told = components.map(({ name, version }) => `${name}@${version}`)
    expect(told).toEqual(expect.arrayContaining(Object.entries(dependencies).map((pair) => pair.join('@'))))
    const ofTests = Object.entries(packages).filter(([, { dev }]) => dev)
    expect(ofTests.length).toBeGreaterThan(0)
    const named = (wanted: (one: Package) => boolean) =>
      Object.entries(packages).flatMap(([place, one]) => (wanted(one) ? [`${nameOf(place)}@${one.version}`] : []))
    expect(told).toEqual(
      expect.arrayContaining(named(({ dev, devOptional, optional }) => !dev && !devOptional && !optional)),
    )
    const notDev = new Set(named(({ dev }) => !dev))
    expect(told.filter((one) => !notDev.has(one))).toEqual([])
    // Of which better-auth says that it would take them if they were there.
    const tools = components.filter(({ name }) => /^(@playwright\/|playwright|@?vitest|vite$|rolldown)/.test(name))
    expect(tools).toEqual([])
  })
})
