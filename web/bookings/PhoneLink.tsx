import { Phone } from 'lucide-react'
import { grouped } from '#contract/phone.ts'
import { CopyButton } from '#web/components/CopyButton.tsx'

type PhoneLinkProps = {
  /** As typed. */
  number: string
  /** The addresses that dial the numbers in it; none while a booking is being typed. */
  links?: readonly string[] | undefined
  className?: string
}

/**
 * A guest's number in groups, which calls the guest where the device can, and copies as it was typed. A second number has a link of its own. All
 * of the text can be read, unless the classes say otherwise.
 */
export function PhoneLink({ number, links = [], className = 'wrap-anywhere' }: PhoneLinkProps) {
  const [first, ...others] = links
  return (
    <span className="-my-1 inline-flex max-w-full items-center">
      <a
        href={first}
        className="inline-flex min-h-6 min-w-0 items-center rounded-control text-ink-2 tabular-nums hover:text-ink hover:underline pointer-coarse:min-h-11"
      >
        <bdi className={className}>{grouped(number)}</bdi>
      </a>
      <OtherNumbers links={others} />
      {first && <CopyButton text={number} />}
    </span>
  )
}

/** Links that dial the numbers after the first one; of no use on paper. */
export const OtherNumbers = ({ links }: { links: readonly string[] }) =>
  links.map((link) => (
    <a
      key={link}
      href={link}
      aria-label={`Call ${link.replace(/^tel:|;.*/g, '')}`}
      className="inline-grid size-6 shrink-0 place-content-center rounded-control text-ink-2 hover:text-ink pointer-coarse:size-11 print:hidden"
    >
      <Phone size={14} />
    </a>
  ))
