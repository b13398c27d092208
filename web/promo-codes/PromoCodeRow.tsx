import type { ComponentProps } from 'react'
import type { PromoCode } from '#contract/promo-codes.ts'
import { Badge } from '#web/components/Badge.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { EditAndDelete } from '#web/lists/CardActions.tsx'
import { CardTitle } from '#web/lists/CardTitle.tsx'
import { PauseButton } from './PauseButton.tsx'
import { stateOf } from './PromoCodeTicket.tsx'
import { UsesLink } from './Uses.tsx'

/** All rows share the column widths, so that columns can be scanned. */
const columns = 'lg:grid-cols-[minmax(0,20rem)_3.5rem_8rem_minmax(0,1fr)_6rem_auto]'

type PromoCodeRowProps = { promoCode: PromoCode; actions: ComponentProps<typeof EditAndDelete> }

/** A code of a campaign as a row; the campaign's card shows the limits. Two lines on a phone. */
export function PromoCodeRow({ promoCode, actions }: PromoCodeRowProps) {
  const { code, percentage } = promoCode
  const { tone, label } = stateOf(promoCode)
  return (
    <article
      className={`grid min-h-11 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 border-line border-b py-1 pr-3 pl-11 hover:bg-sunk lg:gap-x-4 lg:py-0 ${columns}`}
    >
      <div className="flex min-w-0 items-center gap-1">
        <CardTitle level="h3" to={actions.editTo}>
          {code}
        </CardTitle>
        <CopyButton text={code} />
      </div>
      <p className="text-ink-2 text-small tabular-nums">{percentage}%</p>
      <div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <UsesLink {...promoCode} />
      <div className="justify-self-end lg:justify-self-start">
        <PauseButton promoCode={promoCode} />
      </div>
      <div className="justify-self-end max-lg:[&_a+a]:hidden">
        <EditAndDelete {...actions} />
      </div>
    </article>
  )
}
