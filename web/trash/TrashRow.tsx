import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { titleField } from '#contract/listing.ts'
import type { ApiError } from '#web/api/call.ts'
import type { Collection, Instead, Stored } from '#web/api/resource.ts'
import { Ago } from '#web/components/Ago.tsx'
import { Button } from '#web/components/Button.tsx'
import { entry } from '#web/components/entries.ts'
import { Picture } from '#web/components/Picture.tsx'
import { picturesOf } from '#web/components/pictures.ts'
import { HistoryButton } from '#web/history/HistoryButton.tsx'
import { useFocusPassedOn } from '#web/lists/deletion.ts'
import { SelectBox } from '#web/lists/selection/SelectBox.tsx'
import { InTheWay } from './InTheWay.tsx'

/** The additional fields of a deleted item. */
type Deletion = { deletedAt?: string; deletedBy?: string | null }

type TrashRowProps<Item extends Stored> = {
  collection: Collection<Item>
  item: Item & Deletion
  isSelected: boolean
  onSelect: (isRange: boolean) => void
  failure: ApiError | undefined
  onRestore: (instead?: Instead) => void
  /** `undefined`: not for this person. */
  onErase: (() => void) | undefined
  list: string
  note: ReactNode
}

/** A deleted record with its actions: restore, history, erase. */
export function TrashRow<Item extends Stored>(props: TrashRowProps<Item>) {
  const { collection, item, isSelected, onSelect, failure, onRestore, onErase, list, note } = props
  const [name, nameInText] = [collection.nameOf(item), collection.nameInText(item)]
  const row = useFocusPassedOn(item._id)
  const [picture] = picturesOf(item)
  return (
    <li ref={row} {...entry(item._id)} className="rounded-card border border-line bg-surface px-4 py-3 shadow-resting">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SelectBox name={nameInText} isSelected={isSelected} onToggle={onSelect} className="-ml-2" />
        {picture !== undefined && (
          <div className="relative size-11 shrink-0 overflow-hidden rounded-control bg-sunk">
            <Picture url={picture} alt="" sizes="44px" />
          </div>
        )}
        <div className="min-w-0 flex-1 basis-44">
          <h2 dir="auto" className="truncate text-card">
            {String(Reflect.get(item, titleField(collection.listing)))}
          </h2>
          <p className="text-ink-2 text-small">
            Deleted {item.deletedAt && <Ago at={item.deletedAt} />} by <bdi>{item.deletedBy ?? 'MovieBox'}</bdi>
          </p>
          {note && <p className="text-ink-2 text-small">{note}</p>}
        </div>
        <div className="ml-auto flex flex-wrap justify-end gap-2">
          <Button aria-label={`Restore ${nameInText}`} onClick={() => onRestore()} Icon={RotateCcw}>
            Restore
          </Button>
          <HistoryButton resource={collection} id={item._id} title={nameInText} subject={name} />
          {onErase && (
            <Button look="quiet" aria-label={`Erase ${nameInText}`} onClick={onErase}>
              Erase
            </Button>
          )}
        </div>
      </div>
      {failure && <InTheWay id={item._id} failure={failure} name={name} list={list} onRestore={onRestore} />}
    </li>
  )
}
