import { Upload } from 'lucide-react'
import { panelRow, rowTool } from '#web/components/Button.tsx'
import { Link } from '#web/router/Link.tsx'

/** The link from a list to its import. */
export const ImportLink = ({ isInPanel = false }: { isInPanel?: boolean }) => (
  <Link to="?import=1" className={isInPanel ? panelRow : rowTool}>
    <Upload size={16} className="text-ink-3" />
    Import
  </Link>
)
