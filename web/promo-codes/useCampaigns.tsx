import { useQuery } from '@tanstack/react-query'
import { useListState } from '#web/lists/list-state.ts'
import { campaigns, listedCodes } from './api.ts'
import { CampaignCard } from './CampaignCard.tsx'
import { ofType } from './of-type.ts'

/** The campaigns to show before the codes: all of them, or those that the list is narrowed down to; none beside a search or a state. */
export function useCampaigns(columns: string) {
  const { asked } = useListState(listedCodes.listing)
  const names = asked.campaign ?? []
  const isShown = 'type' in ofType(asked) || names.length > 0
  const { data = [], isPending } = useQuery({ ...campaigns(names), enabled: isShown })
  const shown = isShown ? data : []
  return {
    count: shown.length,
    isReady: !isShown || !isPending,
    cards: shown.length > 0 && (
      <section aria-label="Campaigns" className="mb-3">
        <h2 className="mb-3 text-head">{names.length > 0 ? 'Campaign' : 'Campaigns'}</h2>
        <ul className={`grid gap-4 ${columns}`}>
          {shown.map((campaign) => (
            <li key={campaign.campaign}>
              <CampaignCard campaign={campaign} />
            </li>
          ))}
        </ul>
        <h2 className="mt-6 text-head">{names.length > 0 ? 'Codes in this campaign' : 'Single codes'}</h2>
      </section>
    ),
  }
}
