import { readConfig } from './config.ts'
import { listen } from './http/listen.ts'
import { serveMetrics } from './metrics/serve.ts'
import './startup/environment.ts'
import './startup/output.ts'
import { openProduct, type Product } from './startup/product.ts'
import { startFailure } from './startup/start-failure.ts'
import { framed, howToSignIn, welcome } from './startup/welcome.ts'

/** After the signal to stop, in milliseconds: how long requests under way may take, and everything. Supervisors kill after ten seconds. */
const timeLimit = { requests: 8_500, everything: 9_500 }

/** Whoever is told again within this time, in milliseconds, was told once: a supervisor tells every process of a service, and `npm start` passes on what it heard. */
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
    // The next start makes no user, and a password that was made up is never shown again.
    if (product.firstUser?.madeUpPassword) console.log(framed(howToSignIn(product.firstUser)))
    throw error
  }
  console.log(welcome(product, config))
}

/** Proxies have `seconds` to hear of it before anything is refused. Told once more, it stops at once. */
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
  // A database that hangs must not keep the process: what was acknowledged is stored, the rest was refused.
  setTimeout(() => process.exit(1), timeLimit.everything).unref()
  // A connection whose last answer went out after the signal would otherwise be kept alive.
  setInterval(() => server.closeIdleConnections(), 50).unref()
  await product.close()
  process.exit(0)
}
