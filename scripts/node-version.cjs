// Loaded before anything else (node -r), on whatever Node there is: only syntax that a very old one can parse.
const have = process.versions.node
const major = parseInt(have, 10)
const minor = parseInt(have.slice(have.indexOf('.') + 1), 10)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    'Baycall needs Node 20.19 or newer and this is Node ' +
      have +
      ': install a current one (https://nodejs.org), then run the command again.',
  )
  process.exit(1)
}
