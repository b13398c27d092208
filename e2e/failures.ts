import type { Page, Route } from '@playwright/test'

/**
 * Keeps matching requests waiting until `release`, which lets them and all later ones through.
 * @param method only requests of this method; any where it isn't said
 */
export async function hold(page: Page, address: string | RegExp, method?: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wait = async (route: Route) => {
    if (!method || route.request().method() === method) await promise
    await route.fallback().catch(() => {})
  }
  await page.route(address, wait)
  return { release: resolve }
}

/** Fails matching requests as if no server were there, until `recover`. */
export async function unreachable(page: Page, address: string | RegExp, method?: string) {
  const fail = (route: Route) => (!method || route.request().method() === method ? route.abort('connectionrefused') : route.fallback())
  await page.route(address, fail)
  return { recover: () => page.unroute(address, fail) }
}

/** Answers matching requests with a refusal, until `recover`. `body` is JSON, or what a broken proxy sends. */
export async function refuse(page: Page, address: string | RegExp, method: string, status: number, body: object | string) {
  const fail = (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    return typeof body === 'string' ? route.fulfill({ status, body, contentType: 'text/html' }) : route.fulfill({ status, json: body })
  }
  await page.route(address, fail)
  return { recover: () => page.unroute(address, fail) }
}

/** The same, but only after `release`. */
export async function refuseLate(page: Page, address: string | RegExp, method: string, status: number, body: object) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const fail = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    await promise
    await route.fulfill({ status, json: body })
  }
  await page.route(address, fail)
  return { release: resolve, recover: () => page.unroute(address, fail) }
}
