import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HashCost } from '#server/auth/password-hash.ts'
import type { Config } from '#server/config.ts'
import { openProduct, type Product } from '#server/startup/product.ts'
import { portOf } from './client.ts'
import { startHaproxy } from './haproxy.ts'

/**
 * Starts two more servers on the same database and store, each with its own folder, and HAProxy in front of all three. They start when `port` is
 * first called.
 */
export function behindProxy(product: Product, config: Config, hashCost: HashCost) {
  let opening: ReturnType<typeof open> | undefined
  const open = async () => {
    const others = await Promise.all([1, 2].map(() => another(config, hashCost)))
    const proxy = await startHaproxy(await Promise.all([product, ...others].map(({ app }) => portOf(app))))
    return { others, proxy }
  }
  return {
    async port() {
      opening ??= open()
      return Number(new URL((await opening).proxy.url).port)
    },
    async close() {
      const opened = await opening
      await opened?.proxy[Symbol.asyncDispose]()
      await Promise.all((opened?.others ?? []).map((other) => other.close()))
    },
  }
}

async function another(config: Config, hashCost: HashCost) {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-another-'))
  const { app, close } = await openProduct({ ...config, dataDir }, () => {}, hashCost)
  return {
    app,
    async close() {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
