import type { FastifyInstance } from 'fastify'
import type { UploadOutcome } from '#contract/images.ts'
import type { RenderedPicture } from './pictures.ts'

type Method = 'POST' | 'PUT' | 'DELETE'

/** Makes calls as the signed-in person whose session `token` is, the way a browser does, so that every rule of the product holds. */
export function apiClient(app: FastifyInstance, token: string) {
  const authorization = `Bearer ${token}`

  async function send<Answer>(method: Method, url: string, payload?: object, type?: string): Promise<Answer> {
    const headers = type === undefined ? { authorization } : { authorization, 'content-type': type }
    const reply = await app.inject({ method, url, headers, ...(payload && { payload }) })
    if (reply.statusCode >= 400) throw new Error(`${method} ${url} was answered with ${reply.statusCode}: ${reply.body}`)
    return (reply.body === '' ? null : reply.json()) as Answer
  }

  return {
    create: (url: string, record: object) => send<{ _id: string }>('POST', url, record),
    update: (url: string, record: object) => send<{ _id: string }>('PUT', url, record),
    remove: (url: string) => send<null>('DELETE', url),

    upload(rendered: RenderedPicture[]): Promise<UploadOutcome[]> {
      const boundary = `moviebox-${token.slice(0, 16)}`
      const parts = rendered.flatMap(({ name, content }) => [
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="images"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`,
        ),
        content,
        Buffer.from('\r\n'),
      ])
      const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
      return send('POST', '/api/upload', body, `multipart/form-data; boundary=${boundary}`)
    },
  }
}

export type ApiClient = ReturnType<typeof apiClient>
