// node scripts/run.mjs FILE.ts args…: runs a TypeScript command with everything that it needs at hand.
import './node-version.cjs'

import('./setup/run-with-database.mjs').then(({ runWithDatabase }) => runWithDatabase(process.argv.slice(2)))
