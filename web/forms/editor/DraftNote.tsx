import { Button } from '#web/components/Button.tsx'
import { momentInWords } from '#web/components/dates.ts'
import { formatCount } from '#web/components/format-count.ts'

const look = 'mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-sunk py-1 pr-1 pl-3 text-ink-2'

/** Says that the form contains a restored draft, except for `lost` images. */
export function DraftRestored({ lost, onDiscard }: { lost: number; onDiscard: () => void }) {
  return (
    <p role="status" className={look}>
      {lost === 0
        ? 'Your unsaved changes were restored.'
        : `Your unsaved changes were restored without ${pictures(lost)} since been erased.`}
      <Button look="quiet" onClick={onDiscard}>
        Discard
      </Button>
    </p>
  )
}

const pictures = (count: number) => (count === 1 ? 'an image that has' : `${formatCount(count)} images that have`)

type DraftOfferProps = { one: string; at: string; onContinue: () => void; onDiscard: () => void }

/** Offers an orphaned draft of a new record, because the next one may be for another guest. */
export function DraftOffer({ one, at, onContinue, onDiscard }: DraftOfferProps) {
  return (
    <p role="status" className={look}>
      You have an unsaved {one} from {momentInWords(at)}.
      <span className="flex">
        <Button look="quiet" className="!text-accent-text" onClick={onContinue}>
          Continue
        </Button>
        <Button look="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </span>
    </p>
  )
}
