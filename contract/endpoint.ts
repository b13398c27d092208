import * as z from 'zod/mini'
import type { Access } from './access.ts'
import { listQuery, recordId } from './fields.ts'

/** One HTTP operation as plain data: the server implements it, the client calls it, the documents describe it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The whole path, parameters written `:name`. */
  path: string
  access: Access
  /** One sentence for the API's documents. */
  summary: string
  params?: z.ZodMiniType<Record<string, string>>
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** `multipart` bodies are streamed by the handler and not described by `body`. */
  multipart?: true
  /** The status of success; 200 unless said. */
  status?: 201 | 204
  /** A POST that makes something: sent again under the same `Idempotency-Key`, it happens once. Our own client always names it. */
  named?: true
  /** A page of a collection: the handler answers `{ items, total }`, the wire carries the bare array. */
  paged?: true
  /** What a client reads. `null` where the answer has no body. */
  answer: z.ZodMiniType
}

export type Endpoints = Record<string, Endpoint>

export type Page<Item> = { items: Item[]; total: number }

type Part = 'params' | 'query' | 'body'
type Parts<E> = Extract<keyof E, Part>

/** What a caller sends, before defaults are filled in. */
export type Sent<E extends Endpoint> = { [P in Parts<E>]: z.input<NonNullable<E[P]>> }
/** What a handler receives, after validation. */
export type Received<E extends Endpoint> = { [P in Parts<E>]: z.output<NonNullable<E[P]>> }
/** What a caller gets back. */
export type Answer<E extends Endpoint> = z.output<E['answer']>
/** What a handler answers with. */
export type Handled<E extends Endpoint> = E extends { paged: true } ? (Answer<E> extends (infer Item)[] ? Page<Item> : never) : Answer<E>

export const nothing = z.null()
export const byId = z.object({ id: recordId })

type Collection<Item extends z.ZodMiniType, Input extends z.ZodMiniType> = {
  /** What one of them is called in a sentence: 'movie'. */
  one: string
  item: Item
  input: Input
  read: Access
  write: 'staff' | 'super user'
}

/** The six operations that every managed collection offers under its path. */
export function crud<Item extends z.ZodMiniType, Input extends z.ZodMiniType>(
  path: string,
  { one, item, input, read, write }: Collection<Item, Input>,
) {
  const itemPath = `${path}/:id`
  return {
    list: {
      method: 'GET',
      path,
      access: read,
      summary: `The ${one} list, newest first.`,
      query: listQuery,
      answer: z.array(item),
      paged: true,
    },
    get: { method: 'GET', path: itemPath, access: read, summary: `One ${one}.`, params: byId, answer: item },
    create: { method: 'POST', path, access: write, summary: `Adds a ${one}.`, body: input, answer: item, status: 201, named: true },
    update: {
      method: 'PUT',
      path: itemPath,
      access: write,
      summary: `Replaces the fields of a ${one}; honours If-Match.`,
      params: byId,
      body: input,
      answer: item,
    },
    remove: {
      method: 'DELETE',
      path: itemPath,
      access: write,
      summary: `Deletes a ${one}; it can be restored. Honours If-Match.`,
      params: byId,
      answer: nothing,
      status: 204,
    },
    restore: {
      method: 'POST',
      path: `${itemPath}/restoration`,
      access: write,
      summary: `Brings a deleted ${one} back.`,
      params: byId,
      answer: item,
      named: true,
    },
  } as const satisfies Endpoints
}
