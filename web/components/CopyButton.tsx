import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { copy } from './clipboard.ts'
import { useDelayed } from './delayed.ts'

/** How long it says so, in milliseconds. */
const stay = 2_000

/** Copies a text, and says that it has; nothing where a browser lets no page do that. */
export function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const hideLater = useDelayed(() => setIsCopied(false), stay)
  // Over plain HTTP from another computer there is no clipboard.
  const { clipboard } = navigator as Partial<Navigator>
  if (!clipboard) return null
  const Icon = isCopied ? Check : Copy

  async function show() {
    setIsCopied(await copy(text))
    hideLater.begin()
  }

  return (
    <>
      <IconButton label={`Copy ${text}`} onClick={() => void show()} Icon={Icon} size={14} />
      <span role="status" className={isCopied ? 'text-good text-small' : 'sr-only'}>
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  )
}
