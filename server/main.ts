import { readConfig } from './config.ts'
import { listen } from './http/listen.ts'
import { serveMetrics } from './metrics/serve.ts'
import './startup/environment.ts'
import './startup/output.ts'
import { openProduct, type Product } from './startup/product.ts'
import { startFailure } from './startup/start-failure.ts'
import { framed, howToSignIn, welcome } from './startup/welcome.ts'

/** The time limits after the stop signal, in milliseconds: for requests under way, and for the whole process. Supervisors kill after ten seconds. */
const timeLimit = { requests: 8_500, everything: 9_500 }

/**
 * Signals within this time, in milliseconds, count as one: a supervisor signals every process of a service, and `npm start` forwards its own signal.
 */
const echo = 1000

let leavingSince: number | undefined
let stopping = false

void start().catch((error) => {
  console.error(startFailure(error) ?? error)
  process.exit(1)
})

async function start() {
  const config = readConfig(process.env)
  const product = await openProduct(config, console.log)
  process.on('SIGTERM', () => leave(product, config.drainSeconds))
  process.on('SIGINT', () => stop(product))
  try {
    if (config.metrics && product.metrics) await serveMetrics(product.metrics, config.metrics)
    await listen(product.app, config.host, config.port)
  } catch (error) {
    // The next start creates no user, and a generated password is never shown again.
    if (product.firstUser?.madeUpPassword) console.log(framed(howToSignIn(product.firstUser)))
    throw error
  }
  console.log(welcome(product, config))
}

/** Stops the product after `seconds`, in which proxies notice before requests are refused. A second signal stops it immediately. */
function leave(product: Product, seconds: number) {
  product.leave()
  if (seconds === 0) return stop(product)
  if (leavingSince === undefined) {
    leavingSince = performance.now()
    setTimeout(() => stop(product), seconds * 1000)
  } else if (performance.now() - leavingSince > echo) stop(product)
}

async function stop(product: Product) {
  if (stopping) return
  stopping = true
  product.leave()
  const { server } = product.app
  setTimeout(() => server.closeAllConnections(), timeLimit.requests).unref()
  // A hanging database must not keep the process alive: acknowledged writes are stored, and the others were refused.
  setTimeout(() => process.exit(1), timeLimit.everything).unref()
  // A connection whose last answer was sent after the signal would otherwise be kept alive.
  setInterval(() => server.closeIdleConnections(), 50).unref()
  await product.close()
  process.exit(0)
}
