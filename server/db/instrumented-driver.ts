import type { Dialect } from 'kysely'

/** Receives how long the database's operations take, in seconds. */
export type DatabaseInstruments = {
  /** A statement whose result the program awaited. */
  statement(seconds: number): void
  /** The wait for a free connection. */
  connection(seconds: number): void
  commit(seconds: number): void
  /** Changes by one the number of connections in use, and the number of callers that wait for a connection. */
  inUse(more: 1 | -1): void
  waitedFor(more: 1 | -1): void
}

/** Reports to `watch` what a dialect's connections do, and returns the dialect. `openDatabase` reports the statements. */
export function instrumented<Its extends Dialect>(dialect: Its, watch: DatabaseInstruments): Its {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const release = driver.releaseConnection.bind(driver)
    const commit = driver.commitTransaction.bind(driver)
    driver.acquireConnection = async (...options) => {
      const begun = performance.now()
      watch.waitedFor(1)
      try {
        const connection = await acquire(...options)
        watch.inUse(1)
        return connection
      } finally {
        watch.waitedFor(-1)
        watch.connection(secondsSince(begun))
      }
    }
    driver.releaseConnection = async (connection) => {
      watch.inUse(-1)
      await release(connection)
    }
    driver.commitTransaction = async (connection) => {
      const begun = performance.now()
      await commit(connection)
      watch.commit(secondsSince(begun))
    }
    return driver
  }
  return dialect
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1000
