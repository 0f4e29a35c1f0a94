import './node-version.cjs'

import('./testing/run-suites.mjs').then(({ runSuites }) => runSuites(process.argv.slice(2)))
