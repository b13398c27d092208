import { FileSpreadsheet, FolderOpen } from 'lucide-react'
import { type ClipboardEvent, useId, useState } from 'react'
import { Button } from '#web/components/Button.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { limits } from '#web/import/limits.ts'
import { readFiles, readPasted } from '#web/import/reading/files.ts'
import type { Job } from '#web/import/running/job.ts'
import { useStore } from '#web/store.ts'
import { PickButton, tableTypes } from './PickButton.tsx'

/** The ways to begin an import: a table, a folder of pictures, or rows from the clipboard. */
export function ChooseTable({ job }: { job: Job }) {
  const { target } = useStore(job.state)
  const takesPictures = (target.imageField ?? target.imagesField) !== undefined
  const choose = (files: File[]) => void readFiles(job, files)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <section className="grid gap-4 rounded-card border border-line-strong border-dashed bg-surface p-5">
        <div>
          <h2 className="text-head">Choose a table</h2>
          <p className="mt-1 text-ink-2">
            Drop a CSV or TSV file here{takesPictures && ', together with a folder of pictures if you have one'}. The pictures find their
            rows by file name.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <PickButton look="primary" Icon={FileSpreadsheet} accept={tableTypes} onPick={choose}>
            Choose a file
          </PickButton>
          {takesPictures && (
            <PickButton Icon={FolderOpen} accept="folder" onPick={choose}>
              Choose a folder of pictures
            </PickButton>
          )}
        </div>
        <Headings job={job} />
      </section>
      <Paste job={job} />
    </div>
  )
}

/** The fields that a table can have, and the limits. */
function Headings({ job }: { job: Job }) {
  const { target } = useStore(job.state)
  const labels = Object.entries(target.fields).filter(([field]) => field !== '_id')
  const ofRequired = (isRequired: boolean) =>
    labels
      .filter(([field]) => target.required.includes(field) === isRequired)
      .map(([, { label }]) => label)
      .join(', ')
  return (
    <div className="text-small text-ink-2">
      <p>Needed for new records: {ofRequired(true)}.</p>
      {ofRequired(false) && <p className="mt-1">Optional: {ofRequired(false)}.</p>}
      <p className="mt-1">
        At most {formatCount(limits.rows)} rows and {limits.pictures} pictures.
      </p>
    </div>
  )
}

function Paste({ job }: { job: Job }) {
  const id = useId()
  const [text, setText] = useState('')
  const read = (pasted: string) => void readPasted(job, pasted)

  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text/plain')
    if (pasted.trim() === '') return
    event.preventDefault()
    read(pasted)
  }

  return (
    <section className="grid gap-2 rounded-card border border-line bg-surface p-5">
      <label htmlFor={id} className="text-head">
        Paste rows from a spreadsheet
      </label>
      <p id={`${id}-hint`} className="text-ink-2">
        Copy the rows in the spreadsheet, with their headings, and paste them here.
      </p>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        rows={5}
        className="input"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPaste={paste}
      />
      {text.trim() !== '' && (
        <Button className="justify-self-start" onClick={() => read(text)}>
          Read these rows
        </Button>
      )}
    </section>
  )
}
