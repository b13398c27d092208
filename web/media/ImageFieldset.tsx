import { type ReactNode, useId } from 'react'
import { Alert } from '#web/components/Alert.tsx'
import { Optional } from '#web/forms/fields/Field.tsx'
import { useFileDrop } from './file-drop.ts'
import { UploadState } from './UploadState.tsx'
import { isStored } from './uploads.ts'
import type { FieldUploads } from './useFieldUploads.ts'

type ImageFieldsetProps = {
  label: string
  hint: string
  isRequired: boolean
  error: string | undefined
  uploads: FieldUploads
  onFiles: (files: FileList) => void
  /** Beside the label. */
  tools?: ReactNode
  /** The images; `descriptionId` is the id of the hint and the error, `isOver` is true while files are dragged over the field. */
  children: (descriptionId: string, isOver: boolean) => ReactNode
}

/** The frame of an image field: takes dropped files, and shows the state of their uploads. */
export function ImageFieldset({ label, hint, isRequired, error, uploads, onFiles, tools, children }: ImageFieldsetProps) {
  const id = useId()
  const descriptionId = `${id}-description`
  const { isOver, zone } = useFileDrop(onFiles)
  const told = uploads.files.filter((upload) => !isStored(upload) || upload.note)
  return (
    <fieldset aria-labelledby={id} aria-describedby={descriptionId} className="min-w-0" {...zone}>
      <div className="mb-1.5 flex items-baseline justify-between">
        <p>
          <span id={id} className="font-[550]">
            {label}
          </span>
          {!isRequired && <Optional />}
        </p>
        {tools}
      </div>
      {children(descriptionId, isOver)}
      {uploads.problem && (
        <div className="mt-3 *:mb-0">
          <Alert text={uploads.problem} />
        </div>
      )}
      <div aria-live="polite">
        {told.map((upload) => (
          <div key={upload.id} className="mt-3">
            <UploadState upload={upload} onRetry={() => uploads.retry(upload.id)} />
          </div>
        ))}
      </div>
      <div id={descriptionId} className="mt-1.5 text-small">
        {error && <p className="text-bad">{error}</p>}
        <p className="text-ink-3">{hint}</p>
      </div>
    </fieldset>
  )
}

/** Covers what files may be dropped on while some are held above it. */
export function DropHint() {
  return (
    <p className="pointer-events-none absolute inset-0 grid place-items-center rounded-card bg-accent-soft/95 font-[600] text-accent-text outline-2 outline-accent outline-offset-2">
      Drop to upload
    </p>
  )
}
