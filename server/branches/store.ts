import type { Branch, BranchInput } from '#contract/branches.ts'
import type { ImageUse } from '#contract/images.ts'
import { records, stamp } from '#server/database/records.ts'
import { locksRows } from '#server/database/row-locks.ts'
import type { BranchRow, Database, Transaction } from '#server/database/schema.ts'
import { indexed, requireImages } from '#server/images/references.ts'

export const branchRecords = records('branches', 'Branch', present)

function present(row: BranchRow): Branch {
  const { name, address, googleMapsUrl } = row
  return { ...stamp(row), name, address, googleMapsUrl, images: imagesOf(row) }
}

export async function branchColumns(trx: Transaction, input: BranchInput, current: BranchRow | undefined) {
  const { renameBookings: _, ...columns } = input
  await requireImages(trx, indexed('images', input.images), current ? imagesOf(current) : [])
  return { ...columns, images: JSON.stringify(input.images) }
}

/** The id of a branch of this name, which keeps its name and stays until the transaction ends; `undefined` where there is none. */
export async function holdBranch(trx: Transaction, name: string): Promise<string | undefined> {
  // All of this name and no `limit`: one that is renamed while this waits for it must not hide the next.
  const found = await trx
    .selectFrom('branches')
    .select('id')
    .where('name', '=', name)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forShare())
    .execute()
  return found[0]?.id
}

/** Where branches use images, by the image's address. */
export async function imagesOfBranches(db: Database): Promise<(ImageUse & { url: string })[]> {
  const rows = await db.selectFrom('branches').select(['id', 'name', 'images']).where('deletedAt', 'is', null).execute()
  return rows.flatMap((row) => imagesOf(row).map((url) => ({ url, resource: 'branches', _id: row.id, title: row.name })))
}

const imagesOf = ({ images }: Pick<BranchRow, 'images'>) => JSON.parse(images) as string[]
