import { Images } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/components/Button.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { DropHint, ImageFieldset } from './ImageFieldset.tsx'
import { ImageOrder } from './ImageOrder.tsx'
import { useRemoval } from './removal.ts'
import { usePicker } from './use-picker.ts'
import { useFieldUploads } from './useFieldUploads.ts'

type ImageListFieldProps = FieldProps<string[]> & { label: string; hint: string; pickerTitle: string }

/** An image that was taken out, where it was, and how often the same one stayed. */
type Removed = { at: number; url: string; others: number }

/** Several pictures of the gallery, in an order: picked there, or dropped right here, which uploads them first. */
export function ImageListField(props: ImageListFieldProps) {
  const { name, label, hint, pickerTitle, value, getValue, isRequired, error, onChange, onBlur, blockSubmitUntil } = props
  const picker = usePicker()
  const addButton = useRef<HTMLButtonElement>(null)
  // Uploads end in any order: each image is inserted before those that were picked after it.
  const uploaded = useRef(new Map<string, number>())
  const uploads = useFieldUploads({ blockSubmitUntil }, ({ id, image: { url } }) => {
    const urls = getValue()
    if (urls.includes(url)) return
    uploaded.current.set(url, id)
    const next = urls.findIndex((other) => (uploaded.current.get(other) ?? 0) > id)
    onChange(urls.toSpliced(next === -1 ? urls.length : next, 0, url))
  })

  const tellRemoved = useRemoval<Removed>({
    isOut: ({ url, others }) => countOf(url, value) <= others,
    putBack: ({ at, url }) => onChange(getValue().toSpliced(at, 0, url)),
  })

  function remove(at: number) {
    const [url = ''] = value.slice(at)
    const rest = value.toSpliced(at, 1)
    onChange(rest)
    tellRemoved(`Image ${at + 1} of ${value.length}`, { at, url, others: countOf(url, rest) })
  }

  /** Takes out one that is chosen; adds one, or those of a range that are not chosen. */
  function pick(urls: readonly string[]) {
    const [url = '', ...others] = urls
    if (others.length === 0 && value.includes(url)) return onChange(value.filter((other) => other !== url))
    onChange([...value, ...urls.filter((each) => !value.includes(each))])
  }

  function open() {
    uploads.forgetStored()
    picker.open()
  }

  function close() {
    picker.close()
    onBlur()
  }

  return (
    <>
      <ImageFieldset label={label} hint={hint} isRequired={isRequired} error={error} uploads={uploads} onFiles={uploads.send}>
        {(descriptionId, isOver) => (
          <div className="relative grid gap-3">
            <ImageOrder urls={value} onChange={onChange} onRemove={remove} onEmptied={() => addButton.current?.focus()} />
            <div
              className={value.length > 0 ? '' : 'grid place-items-center rounded-card border border-edge border-dashed bg-surface py-10'}
            >
              <Button
                ref={addButton}
                name={name}
                data-invalid={error !== undefined}
                aria-describedby={descriptionId}
                onClick={open}
                Icon={Images}
              >
                Add images
              </Button>
            </div>
            {isOver && <DropHint />}
          </div>
        )}
      </ImageFieldset>
      {picker.Dialog && (
        <picker.Dialog title={pickerTitle} chosen={value} isMany uploads={uploads} onPick={pick} onClose={close}>
          <footer className="flex items-center justify-between gap-4 border-line border-t py-3 pr-3 pl-5">
            <p role="status" className="text-ink-2 tabular-nums">
              {value.length} selected
            </p>
            <Button look="primary" onClick={close}>
              Done
            </Button>
          </footer>
        </picker.Dialog>
      )}
    </>
  )
}

const countOf = (url: string, urls: string[]) => urls.filter((other) => other === url).length
