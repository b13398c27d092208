import { CloudUpload } from 'lucide-react'
import { EmptyWords } from '#web/components/EmptyState.tsx'
import { useFileDrop } from '#web/media/file-drop.ts'

/** Where files are dropped. While the gallery is empty, it is also what says so. */
export function DropZone({ isEmpty, onFiles }: { isEmpty: boolean; onFiles: (files: FileList) => void }) {
  const { isOver, zone } = useFileDrop(onFiles)
  return (
    <div
      {...zone}
      className={`mb-6 rounded-card border border-dashed px-6 py-7 text-center transition-colors ${isOver ? 'border-accent bg-accent-soft text-accent-text' : 'border-edge bg-surface text-ink-2'}`}
    >
      {isEmpty && <EmptyWords title="No images" text="Get started by uploading some images" />}
      <p className="flex items-center justify-center gap-3">
        <CloudUpload size={22} aria-hidden="true" className="shrink-0 text-accent-text max-sm:hidden" />
        Drag and drop your images here, or click the upload button above
      </p>
    </div>
  )
}
