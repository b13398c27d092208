import { CopyButton } from './CopyButton.tsx'

/** Something to type elsewhere, with a button that copies it. */
export function CopyText({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-1 rounded-control bg-sunk py-0.5 pr-0.5 pl-2.5">
      <code className="select-all text-ink">{text}</code>
      <CopyButton text={text} />
    </span>
  )
}
