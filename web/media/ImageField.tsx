import { useRef, useState } from 'react'
import { Button } from '#web/components/Button.tsx'
import { Picture } from '#web/components/Picture.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { DropHint, ImageFieldset } from './ImageFieldset.tsx'
import { ImagePicker } from './ImagePicker.tsx'
import { useRemoval } from './removal.ts'
import { useFieldUploads } from './useFieldUploads.ts'

type ImageFieldProps = FieldProps<string> & {
  label: string
  hint: string
  pickerTitle: string
  /** The picture's proportions, as a class. */
  shape: string
}

/** One picture of the gallery: picked there, or dropped right here, which uploads it first. Of several that are dropped, one has to be picked. */
export function ImageField({
  name,
  label,
  hint,
  pickerTitle,
  shape,
  value,
  isRequired,
  error,
  onChange,
  blockSubmitUntil,
}: ImageFieldProps) {
  const [isPicking, setIsPicking] = useState(false)
  const pickButton = useRef<HTMLButtonElement>(null)
  // Only an upload from the picker closes it; a file dropped on the field before must not close it.
  const isPickerDone = useRef(false)
  const tellRemoved = useRemoval({ isOut: () => value === '', putBack: choose })
  const uploads = useFieldUploads({ blockSubmitUntil }, ({ image }, isWanted) => {
    if (!isWanted) return
    onChange(image.url)
    if (isPickerDone.current) setIsPicking(false)
  })

  function choose(url: string) {
    uploads.wantNone()
    onChange(url)
  }

  function pick(url: string) {
    choose(url)
    setIsPicking(false)
  }

  function clear() {
    choose('')
    tellRemoved(label, value)
    pickButton.current?.focus()
  }

  function openPicker() {
    isPickerDone.current = false
    setIsPicking(true)
  }

  function receive(files: FileList) {
    uploads.send(files)
    if (files.length > 1) openPicker()
  }

  function receiveInPicker(files: FileList | null) {
    isPickerDone.current = true
    uploads.send(files)
  }

  const remove = (
    <button
      type="button"
      onClick={clear}
      className="-my-1 min-h-7 rounded-control px-1.5 text-ink-2 text-small hover:text-ink hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11"
    >
      Remove
    </button>
  )

  return (
    <div className="max-w-80">
      <ImageFieldset
        label={label}
        hint={hint}
        isRequired={isRequired}
        error={error}
        uploads={uploads}
        onFiles={receive}
        tools={value && remove}
      >
        {(descriptionId, isOver) => (
          <div
            className={`reveals relative grid w-full place-items-center overflow-hidden rounded-card max-md:max-w-72 ${shape} ${value ? 'shadow-raised' : 'border border-edge border-dashed bg-surface'}`}
          >
            {value && <Picture url={value} alt={label} sizes="320px" />}
            <div
              className={
                value
                  ? 'reveal absolute inset-x-0 bottom-0 grid place-items-center bg-linear-to-t from-black/70 to-transparent p-4 pt-10'
                  : 'p-4'
              }
            >
              <Button ref={pickButton} name={name} data-invalid={error !== undefined} aria-describedby={descriptionId} onClick={openPicker}>
                {value ? 'Change Image' : 'Select from Gallery'}
              </Button>
            </div>
            {isOver && <DropHint />}
          </div>
        )}
      </ImageFieldset>
      {isPicking && (
        <ImagePicker
          title={pickerTitle}
          chosen={[value]}
          shape={shape}
          uploads={{ ...uploads, send: receiveInPicker }}
          onPick={pick}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  )
}
