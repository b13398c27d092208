import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { UploadState } from '#web/media/UploadState.tsx'
import { isStored, isUnderWay, type Upload } from '#web/media/uploads.ts'
import type { useUploads } from '#web/media/useUploads.ts'

/** The files on their way into the gallery, and the outcome of each. A banner says that files failed, or that none was stored. */
export function UploadPanel({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  const { files, problem, clear, retry } = uploads
  const done = files.filter((file) => !isUnderWay(file))
  const isOver = done.length === files.length
  const failed = files.filter(({ state }) => state === 'failed')
  const refused = files.filter(({ state }) => state === 'refused')
  const retryAll = () => {
    for (const { id } of failed) void retry(id)
  }
  return (
    <>
      {problem && <Alert text={problem} onDismiss={clear} />}
      {isOver && (failed.length > 0 || refused.length === files.length) && files.length > 0 && (
        <Alert text="Failed to upload images" onRetry={failed.length > 0 ? retryAll : undefined} onDismiss={clear} />
      )}
      {files.length > 0 && (
        <section aria-label="Uploads" className="mb-5 rounded-card border border-line bg-surface shadow-resting">
          <div className="flex min-h-12 items-center gap-3 border-line border-b py-1 pr-1.5 pl-4">
            <p role="status" className="mr-auto font-[550] tabular-nums">
              {isOver ? summary(files) : `Uploading: ${done.length} of ${files.length} done`}
            </p>
            {isOver && (
              <Button look="quiet" onClick={clear}>
                Close
              </Button>
            )}
          </div>
          <ul className="grid max-h-80 gap-x-8 gap-y-3 overflow-y-auto p-4 md:grid-cols-2">
            {(isOver ? [...refused, ...failed, ...files.filter(isStored)] : files).map((file) => (
              <li key={file.id} className="min-w-0">
                <UploadState upload={file} onRetry={() => void retry(file.id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** '53 added, 2 already there, 5 rejected' */
function summary(files: readonly Upload[]): string {
  const parts = Object.entries(outcomes).map(([state, word]) => ({ word, count: files.filter((file) => file.state === state).length }))
  return parts
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${formatCount(count)} ${word}`)
    .join(', ')
}

const outcomes = { stored: 'added', 'was there': 'already there', refused: 'rejected', failed: 'failed' } satisfies Partial<
  Record<Upload['state'], string>
>
