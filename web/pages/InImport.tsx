import type { ReactNode } from 'react'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import type { ImportProps } from '#web/import/screen/Import.tsx'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { useLocation } from '#web/router/RouterProvider.tsx'

const Import = lazyScreen<ImportProps>(async () => (await import('#web/import/screen/Import.tsx')).Import)
const ImportOnList = lazyOptional<ImportProps>(async () => (await import('#web/import/screen/ImportOnList.tsx')).ImportOnList)

/** A list, or its import where the address asks for that. */
export function InImport({ config, children }: { config: ResourceConfig; children: ReactNode }) {
  const isOpen = useLocation().search === '?import=1'
  if (!config.imports) return children
  const props = { config, name: config.imports }
  if (isOpen) return <Import {...props} />
  return (
    <>
      <ImportOnList {...props} />
      {children}
    </>
  )
}
