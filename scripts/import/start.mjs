// npm run import: straight into the database that npm start has, or with --url to a server anywhere.
import '../node-version.cjs'

const args = process.argv.slice(2)
const toServer = args.some((arg) => arg === '--url' || arg.startsWith('--url='))

if (toServer || args.includes('--help')) {
  import('tsx/esm/api').then(
    ({ register }) => {
      register()
      return import(/** @type {string} */ ('./main.ts'))
    },
    () => {
      console.error('The packages are not installed: run npm ci first.')
      process.exitCode = 1
    },
  )
} else {
  import('../setup/run-with-database.mjs').then(({ runWithDatabase }) =>
    runWithDatabase(['scripts/import/main.ts', ...args]),
  )
}
