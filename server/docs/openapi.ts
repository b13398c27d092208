import { STATUS_CODES } from 'node:http'
import type * as z from 'zod/mini'
import { contract } from '#contract/all.ts'
import { type Endpoint, nothing } from '#contract/endpoint.ts'
import { mostCounted } from '#contract/listing.ts'
import { Refused, staleWith } from '#contract/refused.ts'
import { tableTypes } from '#server/http/table-format.ts'
import { refusalsOf } from './refusals.ts'
import { type Json, schemaOf } from './schema.ts'

/** The OpenAPI 3.1 document of the whole contract. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [resource, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(resource, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'MovieBox',
      version: '1',
      description: 'The back office of a cinema chain. Every error is `{ "error": "<a sentence>" }`.',
    },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token from POST /api/login.' } },
      schemas: { Refused: schemaOf(Refused, 'output') },
    },
  }
}

function operation(resource: string, name: string, endpoint: Endpoint): Json {
  const { access, params, query, body, answer, multipart, status = 200 } = endpoint
  const content = multipart
    ? { 'multipart/form-data': { schema: imageFiles } }
    : body && { 'application/json': { schema: schemaOf(body, 'input') } }
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary: endpoint.summary,
    security: access === 'anyone' || access === 'public' ? [{}, { token: [] }] : [{ token: [] }],
    'x-access': access,
    parameters: [...parametersIn('path', params), ...parametersIn('query', query), ...headersTaken(endpoint)],
    ...(content && { requestBody: { required: !body?.safeParse(undefined).success, content } }),
    responses: {
      [status]: answered(endpoint),
      ...(isTagged(endpoint) && { 304: { description: STATUS_CODES[304] } }),
      ...Object.fromEntries(refusalsOf(endpoint).map((code) => [code, refused(code, answer)])),
    },
  }
}

/** Whether an answer has an entity tag: callers that cache it get a 304 while it is unchanged. */
const isTagged = ({ cacheable, listing }: Endpoint) => Boolean(cacheable || listing)

function answered(endpoint: Endpoint): Json {
  const { answer, calendar, listing, stream, status = 200 } = endpoint
  const description = STATUS_CODES[status]
  if (status === 204) return { description }
  const schema = schemaOf(answer, 'output')
  const isVersion = 'version' in ((schema.properties ?? {}) as Json)
  return {
    description,
    headers: {
      ...((isVersion || isTagged(endpoint)) && { ETag: header('The entity tag of the response. For a record, its version.') }),
      ...(listing && {
        Link: header('`<…>; rel="next"`: the address of the next page.'),
        'X-Total-Count': header(`The number of matches on all pages, up to ${mostCounted}.`, 'integer'),
        'X-Total-Count-Relation': header('`gte` if there are more.'),
      }),
    },
    content: {
      ...(calendar
        ? { 'text/calendar': { schema: { type: 'string' } } }
        : { [stream ? 'text/event-stream' : 'application/json']: { schema } }),
      ...(listing && { 'text/csv': { schema: { type: 'string' } }, [tableTypes.xlsx]: { schema: { type: 'string', format: 'binary' } } }),
    },
  }
}

function refused(status: number, answer: z.ZodMiniType): Json {
  // An answer with 412 contains the current record.
  const schema = status === 412 && answer !== nothing ? schemaOf(staleWith(answer), 'output') : { $ref: '#/components/schemas/Refused' }
  return {
    description: STATUS_CODES[status],
    ...((status === 429 || status === 503) && {
      headers: { 'Retry-After': header('The number of seconds to wait before the next attempt.', 'integer') },
    }),
    content: { 'application/json': { schema } },
  }
}

const header = (description: string, type = 'string'): Json => ({ description, schema: { type } })

/** Returns the headers that a call reads: its own, and those of all calls of its kind. */
export function headersTaken(endpoint: Endpoint): Json[] {
  const { idempotent, versioned, headers } = endpoint
  return [
    ...(idempotent ? [idempotencyKey] : []),
    ...(versioned ? [ifMatch] : []),
    ...(isTagged(endpoint) ? [ifNoneMatch] : []),
    ...parametersIn('header', headers),
  ]
}

const taken = (name: string, description: string): Json => ({ name, in: 'header', required: false, ...header(description) })
const idempotencyKey = taken(
  'Idempotency-Key',
  'A unique key, such as a UUID. A call repeated with the same key within 24 hours is executed once and gets the first response again.',
)
const ifMatch = taken(
  'If-Match',
  'The `ETag` of the record, or its version in quotation marks. The record is changed only if it still has this version.',
)
const ifNoneMatch = taken('If-None-Match', 'The `ETag` of an earlier response. If nothing has changed, the response is 304 without a body.')

function parametersIn(place: 'path' | 'query' | 'header', part: z.ZodMiniType | undefined): Json[] {
  if (!part) return []
  const { properties = {}, required = [] } = schemaOf(part, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, its]) => ({ name, in: place, required: required.includes(name), schema: its }))
}

const imageFiles = { type: 'object', properties: { images: { type: 'array', items: { type: 'string', format: 'binary' } } } }
