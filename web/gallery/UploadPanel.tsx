import { Alert } from '#web/ui/base/Alert.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { UploadState } from '#web/ui/images/UploadState.tsx'
import { isUnderWay } from '#web/ui/images/uploads.ts'
import type { useUploads } from '#web/ui/images/useUploads.ts'

/** The files on their way into the gallery, and what became of each. */
export function UploadPanel({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  const { files, problem, clear, retry } = uploads
  const failed = files.filter(({ state }) => state === 'failed')
  const done = files.filter((file) => !isUnderWay(file))
  const retryAll = () => {
    for (const { id } of failed) void retry(id)
  }
  return (
    <>
      {problem && <Alert text={problem} onDismiss={clear} />}
      {failed.length > 0 && <Alert text="Failed to upload images" onRetry={retryAll} onDismiss={clear} />}
      {files.length > 0 && (
        <section aria-label="Uploads" className="mb-5 rounded-card border border-line bg-surface shadow-resting">
          <div className="flex min-h-12 items-center gap-3 border-line border-b py-1 pr-1.5 pl-4">
            <p role="status" className="mr-auto font-[550] tabular-nums">
              {done.length < files.length ? `Uploading: ${done.length} of ${files.length} done` : summary(files.length, failed.length)}
            </p>
            {done.length === files.length && (
              <Button look="quiet" onClick={clear}>
                Close
              </Button>
            )}
          </div>
          <ul className="grid max-h-80 gap-x-8 gap-y-3 overflow-y-auto p-4 md:grid-cols-2">
            {files.map((file) => (
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

function summary(all: number, failed: number) {
  return failed === 0 ? `Uploaded: ${all}` : `Uploaded: ${all - failed} of ${all}, refused: ${failed}`
}
