import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/components/Button.tsx'
import { Picture } from '#web/components/Picture.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { DropHint, ImageFieldset } from './ImageFieldset.tsx'
import { ReplaceButton } from './ReplaceButton.tsx'
import { useRemoval } from './removal.ts'
import { usePicker } from './use-picker.ts'
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
  const picker = usePicker()
  const pickButton = useRef<HTMLButtonElement>(null)
  // Only an upload from the picker closes it; a file dropped on the field before must not close it.
  const isPickerDone = useRef(false)
  const tellRemoved = useRemoval({ isOut: () => value === '', putBack: choose })
  const uploads = useFieldUploads({ blockSubmitUntil }, ({ image }, isWanted) => {
    if (!isWanted) return
    onChange(image.url)
    if (isPickerDone.current) picker.close()
  })

  function choose(url: string) {
    uploads.wantNone()
    onChange(url)
  }

  function pick([url = '']: readonly string[]) {
    choose(url)
    picker.close()
  }

  function clear() {
    choose('')
    tellRemoved(label, value)
    pickButton.current?.focus()
  }

  function openPicker() {
    isPickerDone.current = false
    picker.open()
  }

  function openAnew() {
    uploads.forgetStored()
    openPicker()
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
              <Button ref={pickButton} name={name} data-invalid={error !== undefined} aria-describedby={descriptionId} onClick={openAnew}>
                {value ? 'Change Image' : 'Select from Gallery'}
              </Button>
            </div>
            {value && (
              <ReplaceButton
                url={value}
                className="reveal absolute top-2 right-2 flex min-h-8 items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 font-[500] text-small shadow-raised hover:bg-sunk pointer-coarse:min-h-11"
              >
                <ImageUp size={14} />
                Replace everywhere
              </ReplaceButton>
            )}
            {isOver && <DropHint />}
          </div>
        )}
      </ImageFieldset>
      {picker.Dialog && (
        <picker.Dialog
          title={pickerTitle}
          chosen={[value]}
          shape={shape}
          uploads={{ ...uploads, send: receiveInPicker }}
          onPick={pick}
          onClose={picker.close}
        />
      )}
    </div>
  )
}
