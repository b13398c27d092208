import type { PromoCode } from '#contract/promo-codes.ts'
import { CardActions } from '#web/lists/CardActions.tsx'
import { TicketSkeleton } from '#web/lists/Ticket.tsx'
import { ListPage } from '#web/pages/ListPage.tsx'
import { copyOf, paths } from '#web/router/paths.ts'
import { listedCodes } from './api.ts'
import { CampaignButton } from './CampaignButton.tsx'
import { config } from './index.ts'
import { PauseButton } from './PauseButton.tsx'
import { PromoCodeTicket, ticketSize } from './PromoCodeTicket.tsx'
import { useCampaigns } from './useCampaigns.tsx'

const editor = ({ _id }: PromoCode) => config.at.edit(_id)
const columns = 'md:grid-cols-2 lg:grid-cols-3'

export function PromoCodeList() {
  const campaigns = useCampaigns(columns)
  return (
    <ListPage
      config={config}
      collection={{ ...listedCodes, noun: campaigns.noun }}
      title="Promo codes"
      subtitle="Manage discounts for bookings"
      back={{ to: paths.bookings.list, label: 'Back to Bookings' }}
      links={<CampaignButton />}
      addLabel="New promo code"
      empty={{ title: 'No promo codes', text: 'Create codes that give guests a discount on bookings.', add: 'Add promo code' }}
      warning={({ uses }) => uses > 0 && 'Existing bookings keep their discount.'}
      columns={columns}
      skeleton={<TicketSkeleton className={ticketSize} />}
      lead={campaigns}
    >
      {(promoCode, onDelete) => (
        <PromoCodeTicket promoCode={promoCode} to={editor(promoCode)}>
          <CardActions name={promoCode.code} editTo={editor(promoCode)} copyTo={copyOf(config.at, promoCode._id)} onDelete={onDelete}>
            <PauseButton promoCode={promoCode} />
          </CardActions>
        </PromoCodeTicket>
      )}
    </ListPage>
  )
}
