/** Put there by the process that serves (bench/api/reference-worker.mjs). */
declare var benchStatements: typeof import('@/bench/api/statements')
