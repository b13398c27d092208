import type { ListQuery } from '#web/api/address.ts'

/** Whether the list shows the codes of campaigns themselves: those of one campaign, or deleted ones. */
const showsCodes = ({ campaign, trash }: ListQuery): boolean => campaign !== undefined || trash !== undefined

/** The query of the list: the codes of campaigns lie behind their campaign's card, unless one campaign was chosen. */
export const ofType = (asked: ListQuery): ListQuery => (showsCodes(asked) ? asked : { ...asked, type: ['single'] })

/** The query of the campaigns above the list. A chosen campaign is shown without regard to other filters. */
export function ofCampaigns({ order: _, ...asked }: ListQuery): ListQuery {
  return asked.campaign ? { campaign: asked.campaign } : asked
}
