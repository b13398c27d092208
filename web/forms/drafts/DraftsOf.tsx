import { type Listing, titleField } from '#contract/listing.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import type { UnsavedDraftsProps } from './UnsavedDrafts.tsx'

const UnsavedDrafts = lazyOptional<UnsavedDraftsProps>(async () => (await import('./UnsavedDrafts.tsx')).UnsavedDrafts)

/** The unsaved drafts of a list's forms; loaded after the list. */
export const DraftsOf = ({ config, listing }: { config: ResourceConfig; listing: Listing }) => (
  <UnsavedDrafts config={config} titleField={titleField(listing)} />
)
