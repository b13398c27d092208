import { grouped, telLink } from '#contract/phone.ts'
import { CopyButton } from '#web/ui/base/CopyButton.tsx'

/** A guest's number in groups, which calls them, where the device can; and copies as it was typed. */
export function PhoneNumber({ number }: { number: string }) {
  const address = telLink(number)
  return (
    <span className="inline-flex max-w-full items-center">
      <a
        href={address}
        className="inline-flex min-h-6 min-w-0 items-center rounded-control text-ink-2 tabular-nums hover:text-ink hover:underline pointer-coarse:min-h-11"
      >
        <bdi className="truncate">{grouped(number)}</bdi>
      </a>
      {address && <CopyButton text={number} />}
    </span>
  )
}
