import { Check, CircleAlert, CopyCheck, RotateCcw } from 'lucide-react'
import { IconButton } from '#web/components/Button.tsx'
import { fileSize } from '#web/components/file-size.ts'
import type { Upload } from './uploads.ts'

/** How one file is getting on: its progress, or what became of it. */
export function UploadState({ upload: { file, state, share, reason, note }, onRetry }: { upload: Upload; onRetry: () => void }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-3">
          <span dir="auto" className="min-w-0 truncate font-[550] text-small">
            {file.name}
          </span>
          <span className="ml-auto shrink-0 text-ink-3 text-tiny tabular-nums">{fileSize(file.size)}</span>
        </div>
        {(state === 'sending' || state === 'waiting') && (
          <progress className="progress mt-2 mb-1" value={share} max={1} aria-label={`Uploading ${file.name}`} />
        )}
        {state === 'stored' && <Outcome Icon={Check} text="Added" className="text-good" />}
        {state === 'was there' && <Outcome Icon={CopyCheck} text="Already in the gallery" className="text-ink-2" />}
        {note && <p className="text-ink-2 text-small">{note}</p>}
        {(state === 'failed' || state === 'refused') && <Outcome Icon={CircleAlert} text={reason ?? ''} className="text-bad" />}
      </div>
      {state === 'failed' && <IconButton label={`Try ${file.name} again`} onClick={onRetry} Icon={RotateCcw} />}
    </div>
  )
}

function Outcome({ Icon, text, className }: { Icon: typeof Check; text: string; className: string }) {
  return (
    <p className={`mt-0.5 flex items-start gap-1.5 text-small ${className}`}>
      <Icon size={14} className="mt-0.5 shrink-0" />
      {text}
    </p>
  )
}
