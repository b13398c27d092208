import * as z from 'zod/mini'
import { contract } from '#contract/all.ts'
import { type Endpoint, nothing } from '#contract/endpoint.ts'
import { Refused, staleWith } from '#contract/refused.ts'

type Json = Record<string, unknown>

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
      description: 'The back office of a cinema chain. Every refusal is `{ "error": "<a sentence>" }`.',
    },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token that POST /api/login answers.' } },
      schemas: { Refused: schema(Refused, 'output') },
    },
  }
}

function operation(resource: string, name: string, endpoint: Endpoint): Json {
  const { access, params, query, body, answer, multipart, stream, status = 200 } = endpoint
  const content = multipart
    ? { 'multipart/form-data': { schema: imageFiles } }
    : body && { 'application/json': { schema: schema(body, 'input') } }
  const refusals = [
    ...(access === 'anyone' ? [] : [401]),
    ...(access === 'staff' || access === 'super user' ? [403] : []),
    ...(params ? [404] : []),
    ...(endpoint.method === 'PUT' || endpoint.method === 'DELETE' ? [412] : []),
    ...(body || query || multipart ? [422] : []),
  ]
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary: endpoint.summary,
    security: access === 'anyone' || access === 'public' ? [{}, { token: [] }] : [{ token: [] }],
    'x-access': access,
    parameters: [...parametersIn('path', params), ...parametersIn('query', query), ...(endpoint.named ? [idempotencyKey] : [])],
    ...(content && { requestBody: { required: !body?.safeParse(undefined).success, content } }),
    responses: {
      [status]: {
        description: 'Success',
        ...(status !== 204 && { content: { [stream ? 'text/event-stream' : 'application/json']: { schema: schema(answer, 'output') } } }),
      },
      ...Object.fromEntries(
        refusals.map((code) => [code, { description: 'Refused', content: { 'application/json': { schema: refused(code, answer) } } }]),
      ),
    },
  }
}

/** Whoever gets 412 learns what the record is by now. */
const refused = (status: number, answer: z.ZodMiniType): Json =>
  status === 412 && answer !== nothing ? schema(staleWith(answer), 'output') : { $ref: '#/components/schemas/Refused' }

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'A new name, such as a UUID. Sent again under the same name within 24 hours, the call happens once and gets its first answer again.',
}

function parametersIn(place: 'path' | 'query', part: z.ZodMiniType | undefined): Json[] {
  if (!part) return []
  const { properties = {}, required = [] } = schema(part, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, its]) => ({ name, in: place, required: required.includes(name), schema: its }))
}

function schema(type: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(type, { io })
  return json
}

const imageFiles = { type: 'object', properties: { images: { type: 'array', items: { type: 'string', format: 'binary' } } } }
