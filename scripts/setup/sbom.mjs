import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Refusal, report } from '../process/refusal.mjs'
import { inRoot, root } from '../settings/places.mjs'
import { npm } from './install.mjs'

/**
 * The bill of materials of what runs in production (what only tests need is left out), in CycloneDX's JSON.
 * @returns {{ metadata: { component: Record<string, unknown> }, components: { name: string, version: string }[] }}
 */
export function makeSbom() {
  const [program, ...before] = npm()
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--omit=dev']
  const { status, stdout, stderr } = spawnSync(program, [...before, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0)
    throw new Refusal(`npm could not make the bill of materials (npm 10 or newer does): ${stderr.trim()}`)
  const sbom = JSON.parse(stdout)
  // npm names it after the folder, and leaves out what another package would also take if it were there.
  const { name } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const locked = lockedComponents()
  const inProduction = new Set(locked.map((component) => component['bom-ref']))
  /** @type {(component: { 'bom-ref': string }) => boolean} */
  const isThere = (component) => inProduction.has(component['bom-ref'])
  const components = sbom.components.filter(isThere)
  const told = new Set(components.map((/** @type {{ 'bom-ref': string }} */ component) => component['bom-ref']))
  const others = locked.filter((component) => !told.has(component['bom-ref']))
  const metadata = { ...sbom.metadata, component: { ...sbom.metadata.component, name } }
  /** @type {{ ref: string, dependsOn: string[] }[]} */
  const all = sbom.dependencies
  const dependencies = all
    .filter(({ ref }) => inProduction.has(ref) || ref === metadata.component['bom-ref'])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => inProduction.has(on)) }))
  return { ...sbom, metadata, components: [...components, ...others], dependencies }
}

/**
 * A package as the lock has it.
 * @typedef {{ version: string, integrity?: string, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked
 */

/**
 * Where the packages are that production has: all that ours need, and theirs. What a package would only take if it were
 * there is no need: better-auth names Vitest so.
 * @param {Record<string, Locked>} packages
 */
function placesOfProduction(packages) {
  /** @type {(from: string, name: string) => string | undefined} */
  const placeOf = (from, name) => {
    const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (packages[place]) return place
    return from === '' ? undefined : placeOf(from.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name)
  }
  const found = new Set([''])
  for (const from of found) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[from] ?? {}
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const place = placeOf(from, name)
      if (place) found.add(place)
    }
  }
  found.delete('')
  return [...found]
}

/** Every package of the lock that production has, as a component. */
function lockedComponents() {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  return placesOfProduction(packages).flatMap((place) => {
    const locked = packages[place]
    if (!locked) return []
    const { version, integrity } = locked
    const name = place.split('node_modules/').at(-1) ?? place
    const content = integrity && Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    return {
      'bom-ref': `${name}@${version}`,
      type: 'library',
      name,
      version,
      scope: 'required',
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(content && { hashes: [{ alg: 'SHA-512', content }] }),
    }
  })
}

/** @param {string | undefined} file absent: standard output */
export function printSbom(file) {
  try {
    const text = `${JSON.stringify(makeSbom(), null, 2)}\n`
    if (file === undefined) process.stdout.write(text)
    else writeFileSync(file, text)
  } catch (error) {
    report(error)
    process.exitCode = 1
  }
}
