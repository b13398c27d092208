import * as z from 'zod/mini'
import { crud } from './endpoint.ts'
import { line, paragraphs, record } from './fields.ts'
import { imageUrl } from './images.ts'

export const MenuItemInput = z.object({
  name: line('Item Name', 120),
  image: imageUrl,
  description: paragraphs('Description', 5000),
})
export type MenuItemInput = z.output<typeof MenuItemInput>

export const MenuItem = z.object({ ...record, name: z.string(), image: z.string(), description: z.string() })
export type MenuItem = z.output<typeof MenuItem>

export const menus = crud('/api/menus', { one: 'menu item', item: MenuItem, input: MenuItemInput, read: 'public', write: 'staff' })
