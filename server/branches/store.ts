import type { Branch, BranchInput } from '#contract/branches.ts'
import type { ImageUse } from '#contract/images.ts'
import { records, stamp } from '#server/database/records.ts'
import type { BranchRow, Database, Transaction } from '#server/database/schema.ts'
import { indexed, requireImages } from '#server/images/references.ts'

export const branchRecords = records('branches', 'Branch', present)

function present(row: BranchRow): Branch {
  const { name, address, googleMapsUrl } = row
  return { ...stamp(row), name, address, googleMapsUrl, images: imagesOf(row) }
}

export async function branchColumns(trx: Transaction, input: BranchInput, current: BranchRow | undefined) {
  await requireImages(trx, indexed('images', input.images), current ? imagesOf(current) : [])
  return { ...input, images: JSON.stringify(input.images) }
}

/** Whether a branch of this name can be booked. */
export async function branchExists(trx: Transaction, name: string): Promise<boolean> {
  return (
    (await trx.selectFrom('branches').select('id').where('name', '=', name).where('deletedAt', 'is', null).limit(1).executeTakeFirst()) !==
    undefined
  )
}

/** Where branches use images, by the image's address. */
export async function imagesOfBranches(db: Database): Promise<(ImageUse & { url: string })[]> {
  const rows = await db.selectFrom('branches').select(['id', 'name', 'images']).where('deletedAt', 'is', null).execute()
  return rows.flatMap((row) => imagesOf(row).map((url) => ({ url, resource: 'branches', _id: row.id, title: row.name })))
}

const imagesOf = ({ images }: Pick<BranchRow, 'images'>) => JSON.parse(images) as string[]
