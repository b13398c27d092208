import { Download } from 'lucide-react'
import { useDownload } from '#web/lists/use-download.ts'
import { promoCodeApi } from './api.ts'
import { cardTool } from './PauseButton.tsx'

/** Downloads all codes of a campaign as CSV. */
export function DownloadCodes({ campaign }: { campaign: string }) {
  const { isBusy, begin } = useDownload(() => promoCodeApi.file({ campaign: [campaign] }, 'csv'))
  return (
    <button type="button" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void begin()} className={cardTool}>
      <Download size={14} />
      Download
      <span className="sr-only"> the codes of {campaign}</span>
    </button>
  )
}
