import { ArrowLeft, ArrowRight, ImageUp, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { IconButton } from '#web/components/Button.tsx'
import { Picture } from '#web/components/Picture.tsx'
import { ReplaceButton } from './ReplaceButton.tsx'

type ImageOrderProps = {
  urls: string[]
  onChange: (urls: string[]) => void
  /** Takes out the one at a place, and says so. */
  onRemove: (at: number) => void
  /** The last one is gone, and the focus with it. */
  onEmptied: () => void
}

type Drag = { from: number; to: number }

/** Pictures in an order: dragged to another place, moved there by buttons that keep the focus, or removed. */
export function ImageOrder({ urls, onChange, onRemove, onEmptied }: ImageOrderProps) {
  /** The place whose button takes over the focus of a removed one. */
  const heir = useRef<number>(undefined)
  const [drag, setDrag] = useState<Drag>()
  // React draws a drag a moment later: a quick hand drops the image before.
  const latest = useRef(drag)
  const [announcement, announce] = useState('')
  const shown = drag ? moved(urls, drag.from, drag.to) : urls

  function move(from: number, to: number) {
    if (to < 0 || to >= urls.length) return announce(`Image ${from + 1} is already ${to < 0 ? 'first' : 'last'}.`)
    if (to !== from) onChange(moved(urls, from, to))
    announce(`Image ${from + 1} moved to position ${to + 1} of ${urls.length}.`)
  }

  function remove(at: number) {
    heir.current = Math.min(at, urls.length - 2)
    if (urls.length === 1) onEmptied()
    onRemove(at)
  }

  function takeOver(button: HTMLElement | null, at: number) {
    if (!button || heir.current !== at) return
    heir.current = undefined
    button.focus()
  }

  function follow(next: Drag | undefined) {
    latest.current = next
    setDrag(next)
  }

  const zone = drag && {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop(event: DragEvent) {
      event.preventDefault()
      if (latest.current) move(latest.current.from, latest.current.to)
    },
  }

  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-3 empty:hidden" {...zone}>
        {withKeys(shown).map(([key, url], at) => (
          <li
            key={key}
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move'
              // Firefox drags nothing that carries nothing.
              dataTransfer.setData('application/x-moviebox-position', String(at))
              follow({ from: at, to: at })
            }}
            onDragEnter={() => latest.current && follow({ ...latest.current, to: at })}
            onDragEnd={() => follow(undefined)}
            className={`reveals cursor-grab rounded-card border bg-surface shadow-resting ${drag?.to === at ? 'border-accent opacity-60' : 'border-line'}`}
          >
            <div className="relative aspect-4/3 overflow-hidden rounded-t-[9px] bg-sunk">
              <Picture url={url} alt={`Image ${at + 1} of ${shown.length}`} sizes="180px" className="pointer-events-none" />
              <span
                aria-hidden="true"
                className="absolute top-2 left-2 grid size-6 place-items-center rounded-full bg-black/75 font-[600] text-tiny text-white tabular-nums"
              >
                {at + 1}
              </span>
              <ReplaceButton
                url={url}
                label={`Replace image ${at + 1} everywhere`}
                className="reveal absolute top-1.5 right-1.5 grid size-8 place-items-center rounded-control border border-line bg-surface shadow-raised hover:bg-sunk pointer-coarse:size-11"
              >
                <ImageUp size={14} />
              </ReplaceButton>
            </div>
            <div className="flex p-0.5">
              <IconButton
                label={`Move image ${at + 1} earlier`}
                aria-disabled={at === 0}
                className="aria-disabled:opacity-40"
                onClick={() => move(at, at - 1)}
                Icon={ArrowLeft}
              />
              <IconButton
                label={`Move image ${at + 1} later`}
                aria-disabled={at === shown.length - 1}
                className="aria-disabled:opacity-40"
                onClick={() => move(at, at + 1)}
                Icon={ArrowRight}
              />
              <IconButton
                label={`Remove image ${at + 1}`}
                ref={(button) => takeOver(button, at)}
                className="ml-auto hover:!text-bad"
                onClick={() => remove(at)}
                Icon={X}
              />
            </div>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

function moved(urls: string[], from: number, to: number) {
  return urls.toSpliced(from, 1).toSpliced(to, 0, ...urls.slice(from, from + 1))
}

/** A picture keeps its key, and so the focus, wherever it moves. The same picture may be there twice. */
function withKeys(urls: string[]): [key: string, url: string][] {
  return urls.map((url, at) => [`${url} ${urls.slice(0, at).filter((other) => other === url).length}`, url])
}
