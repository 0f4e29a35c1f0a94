// npm run simulate: needs the packages that npm start installed, but neither a database nor a build of its own.
import './node-version.cjs'

import('tsx/esm/api').then(
  ({ register }) => {
    register()
    return import(/** @type {string} */ ('./simulate.ts'))
  },
  () => {
    console.error('The packages are not installed: run npm start first, and leave it running.')
    process.exitCode = 1
  },
)
