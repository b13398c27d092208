import type { ItemOf, ResourceName } from '#contract/all.ts'
import type { Person } from '#contract/session.ts'
import type { Transaction } from '#server/db/schema.ts'
import { forgetAnswers } from '#server/records/forget-answers.ts'
import type { Records } from '#server/records/repository.ts'
import type { Own, Row } from '#server/records/repository-options.ts'
import type { Input, Instead, Rules, SetsOf } from './rules.ts'

/** The record that an operation changes. Any `expected` version but its current one is refused with 412. */
type Called = { id: string; expected?: number | undefined }

/** Returns what changes a record by the rules of its resource. Calls for one record and for many share these operations. */
export function operationsOf<Name extends ResourceName>(records: Records<Name>, rules: Rules<Name>) {
  const columns = columnsBy(records, rules)

  async function columnsOfVersion(trx: Transaction, current: Row<Name>, version: number, by: Person) {
    const { input, columns } = await records.columnsOfVersion(trx, current, version)
    const own = rules.columnsOfVersion ?? rules.columns
    return { ...columns, ...(await own?.(trx, input as Input<Name>, current, by)) } as Own<Name>
  }

  return {
    create: async (trx: Transaction, input: Input<Name>, by: Person): Promise<ItemOf<Name>> =>
      records.create(trx, await columns(trx, input, undefined, by), by),

    async update(trx: Transaction, { id, expected }: Called, input: Input<Name>, by: Person): Promise<ItemOf<Name>> {
      const current = await records.findVersion(trx, id, expected)
      const updated = await columns(trx, input, current, by)
      await rules.update?.(trx, current, input, by)
      return records.update(trx, current, updated, by)
    },

    /** Updates a record with some fields; the others keep their values. */
    async set(trx: Transaction, { id, expected }: Called, sets: SetsOf<Name>, by: Person): Promise<ItemOf<Name>> {
      const current = await records.findVersion(trx, id, expected)
      const updated = await columns(trx, { ...records.inputOf(current), ...(sets as object) } as Input<Name>, current, by)
      return records.update(trx, current, { ...updated, ...(await rules.columnsOfSets?.(trx, sets, current)) }, by)
    },

    async remove(trx: Transaction, { id, expected }: Called, by: Person): Promise<ItemOf<Name>> {
      const current = await records.findVersion(trx, id, expected)
      await rules.remove?.(trx, current, by)
      return records.remove(trx, current, by)
    },

    /** Restores a record from the trash as it was, except for the values of `instead`. */
    async restore(trx: Transaction, { id, expected }: Called, instead: Instead<Name> | undefined, by: Person): Promise<ItemOf<Name>> {
      const trashed = await records.findTrashed(trx, id, expected)
      const changed = await rules.restore?.(trx, trashed, instead ?? ({} as Instead<Name>), by)
      return records.restore(trx, trashed, changed ?? {}, by)
    },

    /** Restores an earlier version of a record, deleted or not. */
    async restoreVersion(trx: Transaction, { id, expected }: Called, version: number, by: Person): Promise<ItemOf<Name>> {
      const current = await records.findAny(trx, id, expected)
      const columns = await columnsOfVersion(trx, current, version, by)
      return current.deletedAt === null ? records.update(trx, current, columns, by) : records.restore(trx, current, columns, by)
    },

    /** Erases a deleted record permanently and returns its last version. `forget` deletes the stored answers that quote it. */
    async erase(trx: Transaction, { id, expected }: Called, by: Person, forget = forgetAnswers): Promise<{ version: number }> {
      const trashed = await records.findTrashed(trx, id, expected)
      await records.erase(trx, trashed, by, forget)
      return trashed
    },
  }
}

export type Operations<Name extends ResourceName> = ReturnType<typeof operationsOf<Name>>

/** Returns a function from a validated input to its columns: those of the fields, and those of the rules. */
export const columnsBy =
  <Name extends ResourceName>(records: Records<Name>, rules: Rules<Name>) =>
  async (trx: Transaction, input: Input<Name>, current: Row<Name> | undefined, by: Person) =>
    ({ ...(await records.columnsFor(trx, input as object, current)), ...(await rules.columns?.(trx, input, current, by)) }) as Own<Name>
