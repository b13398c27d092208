import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/refusals.ts'
import { builtFiles } from './built-files.ts'

/**
 * Serves the built web app from `folder`: files as they are, and the page itself for every other address that a browser
 * asks for, since the app does its own routing. Unknown addresses of the API, of media and of assets get a 404.
 */
export async function webApp(app: FastifyInstance, folder: string, trailerHosts: readonly string[]): Promise<void> {
  const page = await readPage(folder, trailerHosts)
  const inline = inlineScripts(page)
  const sendFile = await builtFiles(folder)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (isReading && (await sendFile(request, reply))) return reply
    const isPage = isReading && !/^\/(api|media|assets)(\/|$)/.test(path) && !/\.\w+$/.test(path)
    if (!isPage) throw new Refusal(404, 'not_found', 'There is nothing at this address.')
    const policy = withScripts(String(reply.getHeader('content-security-policy') ?? ''), inline)
    return reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': policy }).type('text/html; charset=utf-8').send(page)
  })
}

/** The page, told which trailer hosts may be framed: it has to agree with the Content-Security-Policy. */
async function readPage(folder: string, trailerHosts: readonly string[]): Promise<string> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (html === undefined) return '<!doctype html><title>MovieBox</title><p>The web app is not built yet: run <code>npm start</code>.</p>'
  return html.replace(/(<meta name="moviebox-trailer-hosts" content=")"/, `$1${trailerHosts.join(' ')}"`)
}

/** The scripts that stand in a page, as the sources by which a Content-Security-Policy allows them (CSP Level 3, 2.3.1). */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

/** The policy of every answer, for a page with scripts of its own. */
const withScripts = (policy: string, sources: string[]) => policy.replace("script-src 'self'", ["script-src 'self'", ...sources].join(' '))
