import { ExternalLink } from 'lucide-react'
import type { Branch } from '#contract/branches.ts'
import { mapLink } from '#contract/maps.ts'
import { today } from '#web/api/chain-day.ts'
import { daysInBrief } from '#web/components/dates.ts'
import { Card, CardSkeleton } from '#web/lists/Card.tsx'
import { CardActions, CardLink } from '#web/lists/CardActions.tsx'
import { ListPage } from '#web/pages/ListPage.tsx'
import { copyOf } from '#web/router/paths.ts'
import { branchApi } from './api.ts'
import { ComingBookings } from './ComingBookings.tsx'
import { config } from './index.ts'

const shape = 'aspect-video'

export function BranchList() {
  return (
    <ListPage
      config={config}
      collection={branchApi}
      title="Branch Locations"
      subtitle="Manage your chain's cinemas"
      addLabel="Add branch"
      empty={{
        title: 'No branches',
        text: 'Get started by adding a cinema with its address, map link and images.',
        add: 'Add Branch',
      }}
      warning={(branch) => <ComingBookings branch={branch} />}
      warningOfMany={([first, ...others]) =>
        first && others.length === 0 ? <ComingBookings branch={first} /> : 'Upcoming bookings keep the branch names.'
      }
      columns="sm:grid-cols-2 lg:grid-cols-3"
      skeleton={<CardSkeleton shape={shape} />}
    >
      {(branch, onDelete) => <BranchCard branch={branch} onDelete={onDelete} />}
    </ListPage>
  )
}

function BranchCard({ branch, onDelete }: { branch: Branch; onDelete: () => void }) {
  const [first = '', ...others] = branch.images
  const editor = config.at.edit(branch._id)
  return (
    <Card
      to={editor}
      image={first}
      focus={branch.imagesFocalPoints?.[0] ?? undefined}
      shape={shape}
      badge={others.length > 0 ? `+${others.length} more` : undefined}
      title={branch.name}
      text={branch.address}
    >
      {branch.closures?.map(({ firstDay, lastDay, reason }) => (
        <p key={`${firstDay} ${reason}`} className="mt-1 text-small text-wait">
          Closed {daysInBrief(firstDay, lastDay, today())}: <bdi>{reason}</bdi>
        </p>
      ))}
      <CardActions name={branch.name} editTo={editor} copyTo={copyOf(config.at, branch._id)} onDelete={onDelete}>
        <CardLink
          to={mapLink(branch)}
          target="_blank"
          rel="noopener noreferrer"
          words="View Map"
          about={`${branch.name}, opens in a new tab`}
        >
          <ExternalLink size={14} />
        </CardLink>
      </CardActions>
    </Card>
  )
}
