// npm run sbom [-- FILE]: what the product is made of, as CycloneDX, read from package-lock.json alone: no network.
import './node-version.cjs'

import('./setup/sbom.mjs').then(({ printSbom }) => printSbom(process.argv[2]))
