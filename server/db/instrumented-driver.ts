import type { Dialect } from 'kysely'

/** Is told what a database takes, in seconds. */
export type DatabaseInstruments = {
  /** A statement whose answer somebody waited for. */
  statement(seconds: number): void
  /** What was waited until a connection was free. */
  connection(seconds: number): void
  commit(seconds: number): void
  /** How many connections are in use, and how many are waited for: by one more or one less. */
  inUse(more: 1 | -1): void
  waitedFor(more: 1 | -1): void
}

/** Has `watch` told of what a dialect's connections do. Statements tell `openDatabase` themselves. */
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
