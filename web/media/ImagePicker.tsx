import { Check, Upload } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { Image } from '#contract/images.ts'
import type { ListQuery } from '#web/api/address.ts'
import { imageApi } from '#web/api/images.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import { FileButton } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { focusFirstIn } from '#web/components/focus.ts'
import { moveFocus } from '#web/components/move-focus.ts'
import { Picture } from '#web/components/Picture.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import { CardGrid } from '#web/lists/CardGrid.tsx'
import { ChoiceFilter } from '#web/lists/ChoiceFilter.tsx'
import { LazyNothingFound } from '#web/lists/LazyNothingFound.ts'
import { isNarrowed } from '#web/lists/list-state.ts'
import { ResultCount } from '#web/lists/ResultCount.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { ShowMore } from '#web/lists/ShowMore.tsx'
import { useList } from '#web/lists/use-list.ts'
import { useFileDrop } from './file-drop.ts'
import { focusOf } from './focus-of.ts'
import { UploadState } from './UploadState.tsx'
import type { FieldUploads } from './useFieldUploads.ts'

type ImagePickerProps = {
  title: string
  chosen: string[]
  /** Whether the field takes several images: Shift and a click pick a range. */
  isMany?: boolean
  /** The proportions of the field's picture, as a class; images are cut to them. Without it, they are shown whole. */
  shape?: string
  /** The uploads of the field: the dialog accepts new images too. */
  uploads: FieldUploads
  onPick: (urls: readonly string[]) => void
  onClose: () => void
  children?: ReactNode
}

/** The gallery in a dialog: one click picks an image. */
export function ImagePicker({ title, chosen, isMany = false, shape, uploads, onPick, onClose, children }: ImagePickerProps) {
  const [asked, setAsked] = useState<ListQuery>({})
  const { query, items, total, retry, onShow } = useList(imageApi.list(asked))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other heights
  const heights = useMemo(() => new Map<number, number>(), [asked])
  const isNothing = query.isSuccess && items.length === 0
  const isEmpty = isNothing && total === 0 && !isNarrowed(asked)
  const grid = useRef<HTMLDivElement>(null)
  const latest = useRef<string>(undefined)
  const { isOver, zone } = useFileDrop(uploads.send)

  function pick({ url }: Image, { shiftKey }: MouseEvent) {
    const urls = items.map((image) => image.url)
    const range = isMany && shiftKey ? [latest.current ?? url, url].map((each) => urls.indexOf(each)).toSorted((a, b) => a - b) : []
    const [from = -1, to = -1] = range
    onPick(from >= 0 && from < to ? urls.slice(from, to + 1) : [url])
    latest.current = url
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      tools={
        <FileButton onPick={uploads.send} Icon={Upload}>
          Upload
        </FileButton>
      }
    >
      <div {...zone} data-scrolls className={`h-[60vh] overflow-y-auto p-5 ${isOver ? 'bg-accent-soft' : ''}`}>
        {uploads.problem && <Alert text={uploads.problem} />}
        <div aria-live="polite" className="grid gap-3 not-empty:mb-4">
          {uploads.files.map((upload) => (
            <UploadState key={upload.id} upload={upload} onRetry={() => uploads.retry(upload.id)} />
          ))}
        </div>
        {query.isError && <Alert text={imageApi.failed.list} reason={reasonOf(query.error)} onRetry={retry} />}
        {query.isPending && <Spinner />}
        {!isEmpty && (
          <div className="mb-4 flex flex-wrap items-center gap-2">
            <SearchField
              hint="Search names and alt texts"
              value={asked.q?.[0] ?? ''}
              onSearch={(q) => setAsked((now) => narrowed(now, 'q', q ? [q] : []))}
              onDown={() => focusFirstIn(grid.current)}
              isFirst
            />
            <ChoiceFilter
              label="Used"
              options={{ no: 'Unused only' }}
              values={asked.used ?? []}
              onChange={(used) => setAsked((now) => narrowed(now, 'used', used))}
            />
            <ResultCount total={total} hasFailed={query.isError} noun="image" />
          </div>
        )}
        {isNothing && !isEmpty && <LazyNothingFound asked={asked} onClear={() => setAsked({})} />}
        {isEmpty && (
          <p className="grid h-40 place-items-center text-center text-ink-2">The gallery is empty. Upload an image or drop one here.</p>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it */}
        <div ref={grid} onKeyDown={moveInGrid}>
          <CardGrid
            columns="grid-cols-2 md:grid-cols-3"
            label="Images"
            items={items}
            total={total}
            isBusy={query.isPlaceholderData}
            heights={heights}
            onShow={onShow}
          >
            {(image) => <Choice image={image} shape={shape} isChosen={chosen.includes(image.url)} onPick={(event) => pick(image, event)} />}
          </CardGrid>
        </div>
        <ShowMore list={JSON.stringify(asked)} query={query} shown={items.length} total={total} />
      </div>
      {children}
    </Dialog>
  )
}

/** Without those that ask for nothing, so that the same question has one name. */
function narrowed(asked: ListQuery, name: string, values: readonly string[]): ListQuery {
  return Object.fromEntries(Object.entries({ ...asked, [name]: values }).filter(([, given]) => given.length > 0))
}

type ChoiceProps = { image: Image; shape: string | undefined; isChosen: boolean; onPick: (event: MouseEvent) => void }

function Choice({ image, shape, isChosen, onPick }: ChoiceProps) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onPick} className="group block w-full rounded-[8px] text-left outline-offset-4">
      <span
        className={`relative block ${shape ?? 'aspect-4/3'} overflow-hidden rounded-[8px] bg-sunk transition-shadow group-hover:shadow-raised ${isChosen ? 'ring-2 ring-accent ring-offset-3 ring-offset-surface' : ''}`}
      >
        <Picture
          url={image.url}
          alt=""
          sizes="(width >= 768px) 230px, 45vw"
          focus={focusOf(image)}
          className={shape ? '' : '!object-contain'}
        />
        {isChosen && (
          <span className="absolute top-2 right-2 grid size-6 place-items-center rounded-full bg-accent text-on-accent shadow-raised">
            <Check size={14} />
          </span>
        )}
      </span>
      <span dir="auto" className={`mt-1.5 block truncate text-tiny ${isChosen ? 'font-[600] text-accent-text' : 'text-ink-2'}`}>
        {image.name}
      </span>
      {image.altText && (
        <span dir="auto" className="block truncate text-ink-3 text-tiny">
          {image.altText}
        </span>
      )}
    </button>
  )
}

/** Moves the focus between the buttons of a grid with the arrow keys, Home and End. The number of columns is read from the screen. */
const moveInGrid = (event: KeyboardEvent<HTMLElement>): void =>
  moveFocus(event, (key, at, buttons) => {
    const [first] = buttons
    if (at === -1 || !first) return undefined
    const top = (button: Element) => button.getBoundingClientRect().top
    const columns = buttons.filter((button) => top(button) === top(first)).length
    return { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + columns, ArrowUp: at - columns, Home: 0, End: buttons.length - 1 }[key]
  })
