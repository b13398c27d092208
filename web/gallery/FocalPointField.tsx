import type { KeyboardEvent, MouseEvent } from 'react'
import type { Image } from '#contract/images.ts'
import { Button } from '#web/components/Button.tsx'
import { Picture } from '#web/components/Picture.tsx'
import { NumberField } from '#web/forms/fields/NumberField.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { CropPreviews } from './CropPreviews.tsx'

type Coordinate = FieldProps<number | null | undefined>

const centre = 50
/** The greatest height of the image, in pixels. */
const height = 220

/** Sets the focal point of an image by a click, by arrow keys or in numbers, and shows the image as the screens crop it. */
export function FocalPointField({ image, x, y }: { image: Image; x: Coordinate; y: Coordinate }) {
  const isSet = isPercent(x.value) && isPercent(y.value)
  const point = { x: isPercent(x.value) ? x.value : centre, y: isPercent(y.value) ? y.value : centre }

  function set(left: number | null, top: number | null) {
    x.onChange(left)
    y.onChange(top)
  }

  function click({ currentTarget, clientX, clientY, detail }: MouseEvent) {
    // Enter and the space bar click without a place.
    if (detail === 0) return
    const box = currentTarget.getBoundingClientRect()
    set(percentOf((clientX - box.left) / box.width), percentOf((clientY - box.top) / box.height))
  }

  function steer(event: KeyboardEvent) {
    const step = event.shiftKey ? 10 : 1
    const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    if (!move) return
    event.preventDefault()
    const [across = 0, down = 0] = move
    set(percentOf((point.x + across) / 100), percentOf((point.y + down) / 100))
  }

  return (
    <fieldset className="min-w-0">
      <legend className="font-[550]">Focal point</legend>
      <p id="focal-hint" className="mb-2 text-ink-3 text-small">
        Click the part that stays visible where a page crops the image. The arrow keys move the point, with Shift by ten percent.
      </p>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <button
          type="button"
          aria-label={`Focal point: ${point.x}% from the left, ${point.y}% from the top`}
          aria-describedby="focal-hint"
          onClick={click}
          onKeyDown={steer}
          className="relative max-w-full cursor-crosshair overflow-hidden rounded-control bg-sunk"
          style={{ aspectRatio: `${image.width} / ${image.height}`, width: Math.round((height * image.width) / image.height) }}
        >
          <Picture url={image.url} alt="" sizes="400px" />
          <span
            aria-hidden="true"
            className={`absolute size-7 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white shadow-[0_0_0_2px_#000,inset_0_0_0_1px_#000] ${isSet ? 'bg-accent/60' : 'border-dashed'}`}
            style={{ left: `${point.x}%`, top: `${point.y}%` }}
          />
        </button>
        <div className="grid w-44 gap-4">
          <NumberField {...orNull(x)} onChange={(left) => set(left, other(left, y.value))} label="Left, in %" unit="%" empty={null} />
          <NumberField {...orNull(y)} onChange={(top) => set(other(top, x.value), top)} label="Top, in %" unit="%" empty={null} />
          <Button aria-disabled={!isSet} onClick={() => set(null, null)}>
            Use the centre
          </Button>
        </div>
      </div>
      <p role="status" className="sr-only">
        {isSet ? `${point.x}% from the left, ${point.y}% from the top` : 'Centre'}
      </p>
      <CropPreviews image={image} focus={point} />
    </fieldset>
  )
}

const orNull = (field: Coordinate) => ({ ...field, value: field.value ?? null, getValue: () => field.getValue() ?? null })

/** The other coordinate: with the first number of a point it becomes the centre. */
const other = (given: number | null, value: Coordinate['value']) => (given !== null && value == null ? centre : (value ?? null))

const isPercent = (value: Coordinate['value']): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100

const percentOf = (share: number) => Math.min(100, Math.max(0, Math.round(share * 100)))
