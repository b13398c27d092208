import type { Stored } from '#web/api/resource.ts'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import type { CardSelectProps } from './CardSelect.tsx'
import type { SelectingProps } from './Selecting.tsx'
import type { SelectToolProps } from './SelectTool.tsx'

/** The parts of the selection that a list shows; their code loads after the list. A lazy component has forgotten that it goes with any record. */
export const CardSelect = lazyOptional<CardSelectProps>(async () => (await import('./CardSelect.tsx')).CardSelect)
const Tool = lazyOptional<SelectToolProps<Stored>>(
  async () => (await import('./SelectTool.tsx')).SelectTool,
) as unknown as typeof import('./SelectTool.tsx').SelectTool
export const Selecting = lazyOptional<SelectingProps<Stored>>(
  async () => (await import('./Selecting.tsx')).Selecting,
) as unknown as typeof import('./Selecting.tsx').Selecting
export const LeftOver = lazyOptional<{ list: string }>(async () => (await import('./LeftOver.tsx')).LeftOver)

/** Its place is as wide as the button from the start, so that nothing moves. */
export const SelectTool = <Item extends Stored>(props: SelectToolProps<Item>) => (
  <div className="min-w-8 pointer-coarse:min-w-11">
    <Tool {...props} />
  </div>
)
