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
  const sendFile = await builtFiles(folder)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (isReading && (await sendFile(request, reply))) return reply
    const isPage = isReading && !/^\/(api|media|assets)(\/|$)/.test(path) && !/\.\w+$/.test(path)
    if (!isPage) throw new Refusal(404, 'not_found', 'There is nothing at this address.')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}

/** The page, told which trailer hosts may be framed: it has to agree with the Content-Security-Policy. */
async function readPage(folder: string, trailerHosts: readonly string[]): Promise<string> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (html === undefined) return '<!doctype html><title>MovieBox</title><p>The web app is not built yet: run <code>npm start</code>.</p>'
  return html.replace(/(<meta name="moviebox-trailer-hosts" content=")"/, `$1${trailerHosts.join(' ')}"`)
}
