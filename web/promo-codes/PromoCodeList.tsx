import type { PromoCode } from '#contract/promo-codes.ts'
import { CardActions } from '#web/lists/CardActions.tsx'
import { useListState } from '#web/lists/list-state.ts'
import { RowSkeleton } from '#web/lists/RowSkeleton.tsx'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { TicketSkeleton } from '#web/lists/Ticket.tsx'
import { ListPage } from '#web/pages/ListPage.tsx'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { copyOf, paths } from '#web/router/paths.ts'
import { listedCodes } from './api.ts'
import { CampaignButton } from './CampaignButton.tsx'
import { config } from './index.ts'
import { PauseButton } from './PauseButton.tsx'
import { PromoCodeRow } from './PromoCodeRow.tsx'
import { PromoCodeTicket, ticketSize } from './PromoCodeTicket.tsx'
import { useCampaigns } from './useCampaigns.tsx'

/** Loaded with the first selection. */
const PromoCodeBar = lazyOptional<BarProps<PromoCode>>(async () => (await import('./PromoCodeBar.tsx')).PromoCodeBar)

const editor = ({ _id }: PromoCode) => config.at.edit(_id)
const columns = 'md:grid-cols-2 lg:grid-cols-3'
const rowSkeleton = 'grid-cols-[minmax(0,20rem)_5rem_minmax(0,1fr)] *:last:w-24'

/** The single codes below the campaigns, or the codes of one campaign below its card. */
export function PromoCodeList() {
  const { asked } = useListState(listedCodes.listing)
  const campaigns = useCampaigns(columns)
  const [campaign, ...others] = asked.campaign ?? []
  const isOne = campaign !== undefined && others.length === 0
  const actions = (promoCode: PromoCode, onDelete: () => void) => ({
    name: promoCode.code,
    editTo: editor(promoCode),
    copyTo: copyOf(config.at, promoCode._id),
    onDelete,
  })
  return (
    <ListPage
      config={config}
      collection={{ ...listedCodes, noun: campaigns.noun }}
      title={isOne ? campaign : 'Promo codes'}
      subtitle={isOne ? 'Codes in this campaign, each valid for one booking' : 'Manage discounts for bookings'}
      back={isOne ? { to: config.at.list, label: 'Back to Promo codes' } : { to: paths.bookings.list, label: 'Back to Bookings' }}
      links={<CampaignButton />}
      addLabel="New promo code"
      empty={{ title: 'No promo codes', text: 'Create codes that give guests a discount on bookings.', add: 'New promo code' }}
      warning={({ uses }) => uses > 0 && 'Existing bookings keep their discount.'}
      warningOfMany={(codes) => codes.some(({ uses }) => uses > 0) && 'Existing bookings keep their discount.'}
      Bar={PromoCodeBar}
      isRows={isOne}
      columns={isOne ? '!gap-0' : columns}
      skeleton={isOne ? <RowSkeleton columns={rowSkeleton} /> : <TicketSkeleton className={ticketSize} />}
      lead={campaigns}
    >
      {(promoCode, onDelete) =>
        isOne ? (
          <PromoCodeRow promoCode={promoCode} actions={actions(promoCode, onDelete)} />
        ) : (
          <PromoCodeTicket promoCode={promoCode} to={editor(promoCode)}>
            <CardActions {...actions(promoCode, onDelete)}>
              <PauseButton promoCode={promoCode} />
            </CardActions>
          </PromoCodeTicket>
        )
      }
    </ListPage>
  )
}
