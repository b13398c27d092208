import * as z from 'zod/mini'
import { crud } from './crud.ts'
import type { Answer } from './endpoint.ts'
import { line, paragraphs } from './fields.ts'
import { alphabetical, lastChange, newest } from './listing.ts'
import { imageAlt, imageFocalPoint, imageUrl } from './pictures.ts'
import { byShowDays, showDays, showDaysInOrder, visibilityByShowDays } from './public-days.ts'

export const MenuItemInput = z
  .object({
    name: line('Item Name', 120),
    image: imageUrl,
    description: paragraphs('Description', 5000),
    ...showDays,
  })
  .check(showDaysInOrder)
export type MenuItemInput = z.output<typeof MenuItemInput>

export const menus = crud('/api/menus', {
  one: 'menu item',
  many: 'menu items',
  input: MenuItemInput,
  ofImages: { imageAlt, imageFocalPoint },
  read: 'public',
  write: 'staff',
  listing: {
    search: ['name', 'description'],
    filters: { visibility: visibilityByShowDays },
    orders: { newest, name: alphabetical('Name', 'name'), changed: lastChange },
    order: 'newest',
    publicDays: byShowDays,
  },
})
export type MenuItem = Answer<typeof menus.get>
