import { readConfig } from './config.ts'
import { listen } from './http/listen.ts'
import { openProduct, type Product } from './product.ts'
import { startFailure } from './start-failure.ts'
import { welcome } from './welcome.ts'

/** How long requests under way may take after the signal to stop, in milliseconds. */
const patience = 8_500

let stopping = false

try {
  const config = readConfig(process.env)
  const product = await openProduct(config)
  process.on('SIGTERM', () => stop(product))
  process.on('SIGINT', () => stop(product))
  await listen(product.app, config.host, config.port)
  console.log(welcome(product, config))
} catch (error) {
  console.error(startFailure(error) ?? error)
  process.exit(1)
}

async function stop(product: Product) {
  if (stopping) return
  stopping = true
  const { server } = product.app
  setTimeout(() => server.closeAllConnections(), patience).unref()
  // A connection whose last answer went out after the signal would otherwise be kept alive.
  setInterval(() => server.closeIdleConnections(), 50).unref()
  await product.close()
  process.exit(0)
}
