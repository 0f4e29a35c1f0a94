import { findApiAddresses } from '../front/api-addresses.mjs'
import { inRoot, root } from '../settings/places.mjs'

/** The API's handlers in one module, for the front (front/api-mount.mjs). Next's build empties the folder around it. */
export const apiBundle = inRoot('.next', 'baycall-api.mjs')

/** What a bundle depends on beside the product itself. */
export const bundlers = [
  'setup/bundle-api.mjs',
  'setup/compress-static.mjs',
  'front/api-addresses.mjs',
  'front/fast-response.mjs',
].map((file) => `scripts/${file}`)

/** Bundles what `app/api` exports, without Next and without what node_modules holds. */
export async function bundleApi() {
  // Not at the top: in a fresh clone this file is read before anything is installed.
  const { build } = await import('esbuild')
  const addresses = findApiAddresses(inRoot('app'))
  const imports = addresses.map(({ file }, at) => `import * as handlers${at} from ${JSON.stringify(`@/app/${file}`)}`)
  const table = addresses.map(({ pattern }, at) => `{ pattern: ${JSON.stringify(pattern)}, handlers: handlers${at} }`)
  await build({
    stdin: {
      contents: `${imports.join('\n')}\nexport { pageTurns } from '@/lib/turns/pages'\nexport { startWatching } from '@/lib/watch/start'\nexport const routes = [${table.join(', ')}]\n`,
      resolveDir: root,
      sourcefile: 'api.ts',
      loader: 'ts',
    },
    outfile: apiBundle,
    absWorkingDir: root,
    tsconfig: inRoot('tsconfig.json'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    // A Response that need not be taken apart again to be sent.
    inject: [inRoot('scripts', 'front', 'fast-response.mjs')],
    logLevel: 'warning',
  })
}
