import { CircleAlert, RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from './Button.tsx'

type AlertProps = {
  /** The failure, in one sentence. */
  text: string
  reason?: ReactNode
  onRetry?: (() => void) | undefined
  onDismiss?: (() => void) | undefined
  children?: ReactNode
}

/** A failure, said aloud where it happened, with what can be done about it. */
export function Alert({ text, reason, onRetry, onDismiss, children }: AlertProps) {
  return (
    <div className="mb-5 flex animate-rise flex-wrap items-start gap-x-3 gap-y-2 rounded-control bg-bad-soft px-3 py-2.5 text-bad forced-colors:border">
      <CircleAlert size={18} className="mt-px shrink-0" />
      <div role="alert" className="min-w-0 flex-1 basis-52">
        <p className="font-[550]">{text}</p>
        {reason && <div className="mt-0.5">{reason}</div>}
      </div>
      <div className="-my-1 flex items-center gap-2">
        {children}
        {onRetry && (
          <Button onClick={onRetry} className="!min-h-8 !px-2.5">
            <RotateCcw size={14} />
            Try again
          </Button>
        )}
        {onDismiss && <IconButton label="Dismiss" onClick={onDismiss} className="!text-bad" Icon={X} />}
      </div>
    </div>
  )
}
