import { readConfig } from '#server/config.ts'
import { listen } from '#server/http/listen.ts'
import { openWithoutLock } from '#server/startup/product.ts'

/** A second server on a data folder that another server has locked. The product itself never starts one like this. */
const config = readConfig(process.env)
const { app } = await openWithoutLock(config)
await listen(app, config.host, config.port)
const address = app.server.address()
console.log(`runs at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
