import type { ImageUse } from '#contract/images.ts'
import type { MenuItem, MenuItemInput } from '#contract/menus.ts'
import { records, stamp } from '#server/database/records.ts'
import type { Database, MenuItemRow, Transaction } from '#server/database/schema.ts'
import { requireImages } from '#server/images/references.ts'

export const menuItemRecords = records('menus', 'Menu item', present)

function present(row: MenuItemRow): MenuItem {
  const { name, image, description } = row
  return { ...stamp(row), name, image, description }
}

export async function menuItemColumns(trx: Transaction, input: MenuItemInput, current: MenuItemRow | undefined): Promise<MenuItemInput> {
  await requireImages(trx, { image: input.image }, [current?.image])
  return input
}

/** Where menu items use images, by the image's address. */
export async function imagesOfMenus(db: Database): Promise<(ImageUse & { url: string })[]> {
  const rows = await db
    .selectFrom('menus')
    .select(['id', 'name', 'image'])
    .where('image', '!=', '')
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id, name, image }) => ({ url: image, resource: 'menus', _id: id, title: name }))
}
