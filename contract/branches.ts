import * as z from 'zod/mini'
import { crud } from './endpoint.ts'
import { line, record, webAddress } from './fields.ts'
import { imageList } from './images.ts'

export const BranchInput = z.object({
  name: line('Branch Name', 120),
  address: line('Address', 300),
  googleMapsUrl: webAddress('Google Maps URL', 'Paste the link that Google Maps gives under Share, such as https://maps.app.goo.gl/abc'),
  images: imageList,
})
export type BranchInput = z.output<typeof BranchInput>

export const Branch = z.object({ ...record, name: z.string(), address: z.string(), googleMapsUrl: z.string(), images: z.array(z.string()) })
export type Branch = z.output<typeof Branch>

export const branches = crud('/api/branches', { one: 'branch', item: Branch, input: BranchInput, read: 'public', write: 'staff' })
