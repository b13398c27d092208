import { useQuery } from '@tanstack/react-query'
import { useListState } from '#web/lists/list-state.ts'
import { campaigns, listedCodes } from './api.ts'
import { CampaignCard } from './CampaignCard.tsx'
import { ofCampaigns } from './of-type.ts'

/** The cards of the campaigns above the list: the chosen one, or those that match the query of the list. */
export function useCampaigns(columns: string) {
  const { asked } = useListState(listedCodes.listing)
  const { data = [], isPending } = useQuery(campaigns(ofCampaigns(asked)))
  const isChosen = asked.campaign !== undefined
  const { order: _, ...narrowed } = asked
  return {
    count: data.length,
    isReady: !isPending,
    title: isChosen ? 'Codes in this campaign' : 'Single codes',
    /** The singular of the listed items. */
    noun: isChosen || data.length === 0 ? listedCodes.noun : 'single code',
    cards: (
      <section aria-label="Campaigns" className="mb-6">
        <h2 className="sr-only">{isChosen ? 'Campaign' : 'Campaigns'}</h2>
        <ul className={`grid gap-4 ${columns}`}>
          {data.map((campaign) => (
            <li key={campaign.campaign}>
              <CampaignCard campaign={campaign} asked={{ ...narrowed, campaign: [campaign.campaign] }} isOpen={isChosen} />
            </li>
          ))}
        </ul>
      </section>
    ),
  }
}
