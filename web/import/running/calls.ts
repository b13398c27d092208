import { branches } from '#contract/branches.ts'
import type { Outcome as ChangeOutcome } from '#contract/changes.ts'
import type { Answer, Sent } from '#contract/endpoint.ts'
import { images } from '#contract/images.ts'
import { imports } from '#contract/imports.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { call, callUntyped } from '#web/api/call.ts'
import type { Caller } from '#web/api/caller.ts'

/** The collections that have an import. */
export type ImportedName = keyof typeof imports

const collections = { movies, menus, branches, promoCodes, news }
export const collectionOf = (name: ImportedName) => collections[name]

/** The texts of a row by field, as the server gets them. */
export type RowTexts = Record<string, string>

type Imports = (typeof imports)[ImportedName]
type ImportBody = Omit<Sent<Imports['import']>['body'], 'rows' | 'key'> & {
  key: string
  rows: readonly { fields: RowTexts }[]
}

/** The outcome of a row. */
export type Outcome = Answer<Imports['import']>[number]

/** A record that an import has written; `before` is its version before, `null` for a new one. */
export type Line = Answer<Imports['imported']>[number]

type Options = { as: Caller | undefined; name?: string }

export const sendRows = (name: ImportedName, body: ImportBody, options: Options): Promise<Outcome[]> =>
  callUntyped(imports[name].import, { body }, options) as Promise<Outcome[]>

export const linesOf = (name: ImportedName, batch: string, as: Caller | undefined): Promise<Line[]> =>
  callUntyped(imports[name].imported, { params: { batch } }, { as }) as Promise<Line[]>

export type UndoChange = { _id: string; version: number } & ({ deleted: true } | { restore: number })

/** Changes records of a collection, or images. */
export const sendChanges = (name: ImportedName | 'images', changes: readonly UndoChange[], options: Options) =>
  callUntyped((name === 'images' ? images : collections[name]).change, { body: { changes } }, options) as Promise<ChangeOutcome<unknown>[]>

/** Whether any record uses an image. */
export async function isUsed(_id: string, as: Caller | undefined): Promise<boolean> {
  return (await call(images.uses, { params: { id: _id }, query: { limit: '1' } }, { as })).items.length > 0
}
