import { CloudUpload } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyWords } from '#web/components/EmptyState.tsx'
import { useFileDrop } from '#web/media/file-drop.ts'

type DropZoneProps = { isEmpty: boolean; onFiles: (files: FileList) => void; children: ReactNode }

/** The gallery, which takes dropped files. A line above `children` says so; in an empty gallery it has all of the room. */
export function DropZone({ isEmpty, onFiles, children }: DropZoneProps) {
  const { isOver, zone } = useFileDrop(onFiles)
  const look = isOver ? 'border-accent bg-accent-soft text-accent-text' : 'border-edge bg-surface text-ink-2'
  return (
    <div {...zone} className="flex flex-col">
      <div
        className={`rounded-card border border-dashed text-center transition-colors ${isEmpty ? 'order-last px-6 py-7' : 'mb-3 px-3 py-[7px] max-sm:hidden md:-mt-3'} ${look}`}
      >
        {isEmpty && <EmptyWords title="No images" text="Get started by uploading some images" />}
        <p className="flex items-center justify-center gap-3">
          <CloudUpload size={20} className="shrink-0 text-accent-text max-sm:hidden" />
          Drag and drop your images here, or click the upload button above
        </p>
      </div>
      {children}
    </div>
  )
}
