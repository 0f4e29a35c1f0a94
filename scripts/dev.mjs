import './node-version.cjs'

import('./setup/run-product.mjs').then(({ runProduct }) => runProduct({ dev: true }))
