import { CircleCheck, X } from 'lucide-react'
import { IconButton } from './Button.tsx'

type SuccessBannerProps = { text: string; onDismiss: () => void }

/** Says at the head of a page that something worked. */
export function SuccessBanner({ text, onDismiss }: SuccessBannerProps) {
  return (
    <div className="mb-5 flex animate-rise flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-good-soft px-3 py-2.5 text-good forced-colors:border">
      <CircleCheck size={18} className="shrink-0" />
      <p role="status" className="min-w-0 flex-1 basis-52 font-[550]">
        {text}
      </p>
      <IconButton label="Dismiss" onClick={onDismiss} className="-my-1 !text-good" Icon={X} />
    </div>
  )
}
