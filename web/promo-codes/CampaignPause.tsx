import type { Campaign } from '#contract/promo-codes.ts'
import { formatCount } from '#web/components/format-count.ts'
import { useStore } from '#web/store.ts'
import { pauseCampaign, underWay } from './campaign-pausing.ts'
import { PauseToggle } from './PauseButton.tsx'

/** Pauses the codes of a campaign, or starts them where none is running, and shows the progress. Absent where neither changes anything. */
export function CampaignPause({ campaign: { campaign, active, scheduled, paused } }: { campaign: Campaign }) {
  const now = useStore(underWay())
  const isRunning = active + scheduled > 0
  const isThis = now?.campaign === campaign
  if (!isRunning && paused === 0 && !isThis) return null
  return (
    <PauseToggle
      pauses={isThis ? now.paused : isRunning}
      {...(isThis && { words: `${formatCount(now.count)} so far…` })}
      about={`campaign ${campaign}`}
      aria-disabled={now !== undefined}
      // Not `now`, which is of the last frame: a second click would get in between.
      onClick={() => underWay().get() === undefined && void pauseCampaign({ campaign, paused: isRunning })}
    />
  )
}
