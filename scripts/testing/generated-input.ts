import fc from 'fast-check'

// The same input at each run: what fails here fails for everybody, and what passed passes again. TEST_SEED=random tries
// input that nobody tried yet; a failure says the seed by which it comes back.
const { TEST_SEED: seed = '1' } = process.env
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
