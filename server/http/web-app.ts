import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { nothingHere } from '#server/errors.ts'

/** The settings that the page gets in its `<meta>` elements. */
type Told = Pick<Config, 'trailerHosts' | 'trashDays'>

/**
 * Serves the files of the built web app from `folder`. Every other address that a browser requests gets the page, because the app does its
 * own routing. Unknown addresses of the API, of media and of assets get a 404.
 */
export async function webApp(app: FastifyInstance, folder: string, told: Told): Promise<void> {
  const page = await readPage(folder, told)
  const inline = inlineScripts(page)
  if (existsSync(folder)) await serveFiles(app, folder)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isReading && !/^\/(api|media|assets)(\/|$)/.test(path) && !/\.\w+$/.test(path)
    if (!isPage) throw nothingHere()
    const policy = withScripts(String(reply.getHeader('content-security-policy') ?? ''), inline)
    return reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': policy }).type('text/html; charset=utf-8').send(page)
  })
}

/** Adds a route for each built file and the compressed copy beside it. The page has its own rules. A name without an extension is a screen. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    globIgnore: ['index.html*', '**/*.{br,gz}', '**/!(*.*)'],
    cacheControl: false,
    setHeaders(reply, path) {
      // Vite puts a hash of the content into the names under assets/.
      const isLasting = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', isLasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('vary', 'accept-encoding')
    },
  })
}

/** Returns the page with the settings that the screens show. The trailer hosts have to match the Content-Security-Policy. */
async function readPage(folder: string, { trailerHosts, trashDays }: Told): Promise<string> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (html === undefined) return '<!doctype html><title>MovieBox</title><p>The web app is not built yet: run <code>npm start</code>.</p>'
  return html
    .replace(/(<meta name="moviebox-trailer-hosts" content=")"/, `$1${trailerHosts.join(' ')}"`)
    .replace(/(<meta name="moviebox-trash-days" content=")\d+"/, `$1${trashDays}"`)
}

/** Returns the inline scripts of a page, as the sources by which a Content-Security-Policy allows them (CSP Level 3, 2.3.1). */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

/** The policy of every answer, for a page with scripts of its own. */
const withScripts = (policy: string, sources: string[]) => policy.replace("script-src 'self'", ["script-src 'self'", ...sources].join(' '))
