import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './Button.tsx'

/** Something to type elsewhere, with a button that copies it where the browser lets a page do that. */
export function CopyText({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  // Over plain HTTP from another computer there is no clipboard.
  const { clipboard } = navigator as Partial<Navigator>
  const copy = async () => {
    await clipboard?.writeText(text).then(
      () => setIsCopied(true),
      (error: unknown) => console.error('Copying failed', error),
    )
  }
  const Icon = isCopied ? Check : Copy
  return (
    <span className="inline-flex items-center gap-1 rounded-control bg-sunk py-0.5 pr-0.5 pl-2.5">
      <code className="select-all text-ink">{text}</code>
      {clipboard && (
        <IconButton label={`Copy ${text}`} onClick={() => void copy()}>
          <Icon size={14} aria-hidden="true" />
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </span>
  )
}
