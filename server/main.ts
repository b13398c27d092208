import { readConfig, WrongSetting } from './config.ts'
import { FolderInUse } from './database/lock.ts'
import { NewerDatabase } from './database/migrate.ts'
import { openProduct, type Product } from './product.ts'
import { welcome } from './welcome.ts'

/** How long requests under way may take after the signal to stop, in milliseconds. */
const patience = 8_500

let stopping = false

try {
  const config = readConfig(process.env)
  const product = await openProduct(config)
  process.on('SIGTERM', () => stop(product))
  process.on('SIGINT', () => stop(product))
  await product.app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'listening' })
  console.log(welcome(product, config))
} catch (error) {
  const isForPeople = error instanceof WrongSetting || error instanceof FolderInUse || error instanceof NewerDatabase
  console.error(isForPeople ? `MovieBox can't start: ${error.message}` : explain(error))
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

function explain(error: unknown): unknown {
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `MovieBox can't start: port ${port} is already in use. Stop what uses it, or set PORT to another number.`
  if (code === 'EACCES' && port !== undefined) return `MovieBox can't start: it may not use port ${port}. Set PORT to a number above 1023.`
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return `MovieBox can't start: HOST or DATABASE_URL names an address that can't be used (${address ?? code}).`
  if (code === 'ECONNREFUSED') return "MovieBox can't start: the database at DATABASE_URL doesn't answer."
  return error
}
