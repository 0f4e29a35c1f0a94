// What an image is built by, once its dependencies are installed: the client and the production build.
import './node-version.cjs'
import { buildForProduction } from './setup/build.mjs'
import { generateClient } from './setup/generate.mjs'

await generateClient()
await buildForProduction()
