import { Pause, Play } from 'lucide-react'
import { Button } from '#web/components/Button.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { useStore } from '#web/store.ts'
import { pauseCampaign, underWay } from './campaign-pausing.ts'

/** Pauses or resumes all codes of a campaign, independent of other filters, and shows the progress. */
export function CampaignPausing({ campaign }: { campaign: string }) {
  const now = useStore(underWay())
  // Not `now`, which is of the last frame: a second click would get in between.
  const pause = (paused: boolean) => underWay().get() === undefined && void pauseCampaign({ campaign, paused })
  return [true, false].map((paused) => {
    const Icon = paused ? Pause : Play
    const isThis = now?.campaign === campaign && now.paused === paused
    return (
      <Button key={String(paused)} aria-disabled={now !== undefined} onClick={() => pause(paused)}>
        <Icon size={16} aria-hidden="true" />
        {isThis ? `${formatCount(now.count)} so far…` : paused ? 'Pause campaign' : 'Start campaign'}
        <span className="sr-only"> {campaign}</span>
      </Button>
    )
  })
}
