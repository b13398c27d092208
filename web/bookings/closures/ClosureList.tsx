import { type Closure, closures } from '#contract/closures.ts'
import { today } from '#web/api/chain-day.ts'
import { plain } from '#web/api/plain.ts'
import { Badge } from '#web/components/Badge.tsx'
import { shortDay } from '#web/components/dates.ts'
import { CardActions, CardLink } from '#web/lists/CardActions.tsx'
import { CardTitle, PictureLink } from '#web/lists/CardTitle.tsx'
import { Ticket, TicketSkeleton } from '#web/lists/Ticket.tsx'
import { ListPage } from '#web/pages/ListPage.tsx'
import { copyOf, paths } from '#web/router/paths.ts'
import { config } from './index.ts'
import { whatCloses, whenClosed } from './words.ts'

const size = '[--stub:88px] sm:[--stub:96px] min-h-[132px]'

export function ClosureList() {
  return (
    <ListPage
      config={config}
      collection={plain('closures', closures)}
      title="Closures"
      subtitle="Days on which branches are closed"
      back={{ to: paths.bookings.list, label: 'Back to Bookings' }}
      addLabel="New closure"
      empty={{
        title: 'No closures',
        text: 'Close a branch for a few days, call its guests, and show a warning on new bookings.',
        add: 'Add closure',
      }}
      warning={() => 'Canceled bookings stay canceled.'}
      warningOfMany={() => 'Canceled bookings stay canceled.'}
      columns="md:grid-cols-2 lg:grid-cols-3"
      skeleton={<TicketSkeleton className={size} />}
    >
      {(closure, onDelete) => <ClosureTicket closure={closure} onDelete={onDelete} />}
    </ListPage>
  )
}

function ClosureTicket({ closure, onDelete }: { closure: Closure; onDelete: () => void }) {
  const { _id, firstDay, lastDay, reason } = closure
  const to = config.at.one(_id)
  const name = `the closure of ${whatCloses(closure)}`
  return (
    <Ticket
      className={size}
      stub={
        <>
          <p className="grid h-full place-content-center px-1 text-center font-[650] tabular-nums">{shortDay(firstDay, today())}</p>
          <PictureLink to={to} />
        </>
      }
    >
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        <div className="mr-auto min-w-0">
          <CardTitle to={to}>{whatCloses(closure)}</CardTitle>
        </div>
        {lastDay < today() && <Badge tone="calm">Over</Badge>}
      </div>
      <p className="mt-1 text-ink-2 text-small tabular-nums">{whenClosed(closure)}</p>
      <p dir="auto" className="text-small wrap-anywhere">
        {reason}
      </p>
      <CardActions name={name} editTo={config.at.edit(_id)} copyTo={copyOf(config.at, _id)} onDelete={onDelete}>
        <CardLink to={to} words="Call list" about={name} />
      </CardActions>
    </Ticket>
  )
}
