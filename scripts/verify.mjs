import './node-version.cjs'

import('./testing/run-suites.mjs').then(({ runSuites }) => runSuites(['lint', 'types', 'unit']))
