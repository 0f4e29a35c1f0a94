// PostgreSQL's COPY … FROM STDIN by the driver's own connection: nothing faster takes rows in.

/**
 * Copies lines of text into a table; answers when they are committed.
 * @param {import('pg').Client} client
 * @param {string} statement
 * @param {Buffer[]} chunks
 * @returns {Promise<void>}
 */
export function copyIn(client, statement, chunks) {
  return new Promise((resolve, reject) => {
    /** @type {unknown} */
    let failure
    const copying = {
      /** @param {any} connection */
      submit: (connection) => connection.query(statement),
      /** @param {any} connection */
      handleCopyInResponse(connection) {
        for (const chunk of chunks) connection.sendCopyFromChunk(chunk)
        connection.endCopyFrom()
      },
      handleRowDescription() {},
      handleDataRow() {},
      handleCommandComplete() {},
      handlePortalSuspended() {},
      handleEmptyQuery() {},
      /** @param {unknown} error */
      handleError(error) {
        failure = error
        reject(error)
      },
      handleReadyForQuery() {
        if (!failure) resolve()
      },
    }
    client.query(/** @type {any} */ (copying))
  })
}
