import { Pause, Play } from 'lucide-react'
import type { Campaign } from '#contract/promo-codes.ts'
import { formatCount } from '#web/components/format-count.ts'
import { useStore } from '#web/store.ts'
import { pauseCampaign, underWay } from './campaign-pausing.ts'
import { cardTool } from './PauseButton.tsx'

/** Pauses the codes of a campaign, or starts them where none is running, and shows the progress. Absent where neither changes anything. */
export function CampaignPause({ campaign: { campaign, active, scheduled, paused } }: { campaign: Campaign }) {
  const now = useStore(underWay())
  const isRunning = active + scheduled > 0
  const isThis = now?.campaign === campaign
  if (!isRunning && paused === 0 && !isThis) return null
  const pauses = isThis ? now.paused : isRunning
  const Icon = pauses ? Pause : Play
  return (
    <button
      type="button"
      aria-disabled={now !== undefined}
      // Not `now`, which is of the last frame: a second click would get in between.
      onClick={() => underWay().get() === undefined && void pauseCampaign({ campaign, paused: isRunning })}
      className={cardTool}
    >
      <Icon size={14} />
      {isThis ? `${formatCount(now.count)} so far…` : pauses ? 'Pause' : 'Start'}
      <span className="sr-only"> campaign {campaign}</span>
    </button>
  )
}
