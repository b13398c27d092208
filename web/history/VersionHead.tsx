import type { ReactNode } from 'react'
import type { Version } from '#contract/endpoint.ts'
import { Ago } from '#web/components/Ago.tsx'
import { Badge } from '#web/components/Badge.tsx'

const done = { create: 'Added', update: 'Changed', role: 'Role changed', contact: 'Call noted', delete: 'Deleted', restore: 'Restored' }

type VersionHeadProps = {
  version: Version<unknown>
  isLatest: boolean
  /** What can be done with it. */
  children: ReactNode
}

/** 'Changed by anna, 3 minutes ago' */
export function VersionHead({ version: { version, action, byName, at }, isLatest, children }: VersionHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="flex flex-wrap items-center gap-2 text-card">
          <span>
            {done[action]} by <bdi>{byName ?? 'MovieBox'}</bdi>
          </span>
          {isLatest && <Badge tone="calm">Current</Badge>}
        </h3>
        <p className="text-ink-2 text-small tabular-nums">
          Version {version}, <Ago at={at} />
        </p>
      </div>
      {children}
    </div>
  )
}
