import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { daysOf } from '#contract/listing.ts'
import type { ListQuery } from '#web/api/address.ts'
import { today } from '#web/api/chain-day.ts'
import { comingClosures } from '#web/api/coming-closures.ts'
import { dayInWords, timeInWords } from '#web/components/dates.ts'
import { useFirstResult } from '#web/lists/first-result.ts'
import { type FrameWords, ListFrame, totalOf } from '#web/lists/ListFrame.tsx'
import { ListSection } from '#web/lists/ListSection.tsx'
import { useListState } from '#web/lists/list-state.ts'
import { heightsOf } from '#web/lists/Pages.tsx'
import { RowSkeleton } from '#web/lists/RowSkeleton.tsx'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { LeftOver } from '#web/lists/selection/LeftOver.tsx'
import { Selecting, SelectTool } from '#web/lists/selection/lazy.tsx'
import { useSelection } from '#web/lists/selection/selection.ts'
import { TicketSkeleton } from '#web/lists/Ticket.tsx'
import { type ShownList, useList } from '#web/lists/use-list.ts'
import { ListScreen } from '#web/pages/ListPage.tsx'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { paths } from '#web/router/paths.ts'
import { setLayout, useLayout } from '#web/views/layout.ts'
import { bookingApi } from './api.ts'
import { BookingCard, columns, seams } from './BookingCard.tsx'
import { BookingDays } from './BookingDays.tsx'
import { ticketSize } from './BookingTicket.tsx'
import { DayChips, isPreset } from './DayChips.tsx'
import { InDay } from './day/InDay.tsx'
import { useDayKeys } from './day/useDayKeys.ts'
import { config } from './index.ts'
import { ListActions } from './ListActions.tsx'
import { labelOf } from './many/label.ts'
import { Numbers, useNumbers } from './numbers/Numbers.tsx'
import { splitByToday } from './split-by-today.ts'
import { ViewChoice } from './ViewChoice.tsx'

const BookingBar = lazyOptional<BarProps<Booking>>(async () => (await import('./many/BookingBar.tsx')).BookingBar)

export const BookingList = () => (
  <InDay>
    <ListScreen
      config={config}
      collection={bookingApi}
      note={whenAndWhere}
      title="Bookings"
      subtitle="Manage your movie bookings"
      links={<ButtonLink to={paths.promoCodes.list}>Promo codes</ButtonLink>}
      addLabel="New booking"
      empty={{ title: 'No bookings', text: 'Bookings made by phone or at the counter appear here.', add: 'New booking' }}
    >
      {(words) => <Bookings words={words} />}
    </ListScreen>
  </InDay>
)

/** A guest may have booked more than once. */
const rowSkeleton = 'grid-cols-[5rem_minmax(0,2fr)_minmax(0,1fr)] *:nth-2:w-3/5'

const whenAndWhere = ({ date, time, branchName }: Booking) => (
  <>
    {dayInWords(date)}, {timeInWords(time)}, <bdi>{branchName}</bdi>
  </>
)

/** Coming bookings, the next one first, above past bookings, the latest first. A filter by days or an order shows one list. */
function Bookings({ words }: { words: FrameWords }) {
  const state = useListState(bookingApi.listing)
  const { asked, address } = state
  const split = splitByToday(asked)
  const [next, gone] = split ?? [inOrder(asked), inOrder(asked)]
  const coming = useList(bookingApi.list(next))
  // Without a split, both are the same list.
  const past = useList(bookingApi.list(gone))
  const lists = split ? [coming, past] : [coming]
  const total = totalOf(lists)
  const isPastShown =
    split !== undefined && (past.items.length > 0 || past.query.isError) && coming.query.isSuccess && !coming.query.hasNextPage
  const shown = useMemo(() => (isPastShown ? [...coming.items, ...past.items] : coming.items), [isPastShown, coming.items, past.items])
  const selectable = { collection: bookingApi, asked, shown, queries: split ?? [next], total }
  const selection = useSelection(selectable)
  const onDown = useFirstResult(asked, total !== undefined)
  const view = useLayout()
  const numbers = useNumbers()
  const { data: closures = [] } = useQuery(comingClosures)
  useDayKeys(asked)

  const failed = lists.filter(({ query }) => query.isError)
  const retryAll = () => void failed.map((list) => list.retry())

  return (
    <>
      <ListFrame
        {...words}
        // The file has the order that is shown.
        collection={{ ...bookingApi, file: (asked, format) => bookingApi.file(split ? asked : inOrder(asked), format) }}
        state={state}
        lists={lists}
        warning={whenAndWhere}
        columns={columns[view]}
        tools={{
          searchHint: 'Name, phone, branch, code or note',
          onDown,
          // A caller on the phone names a day.
          beside: { control: <DayChips state={state} />, shows: isPreset(asked.date?.[0] ?? '') ? ['date'] : [] },
          usualOrder: 'Soonest first',
          view: <ViewChoice view={view} onChange={setLayout} />,
          actions: (isInPanel) => (
            <>
              <SelectTool list={selectable} isInPanel={isInPanel} />
              <ListActions asked={asked} areNumbersOpen={numbers.isOpen} onNumbers={numbers.toggle} isInPanel={isInPanel} />
            </>
          ),
          below: numbers.isOpen && (
            <Numbers state={state} isReady={lists.every((list) => list.total !== undefined || list.query.isError)} panel={numbers} />
          ),
        }}
        notices={<LeftOver list={config.at.list} />}
        item={(booking, onDelete) => (
          <BookingCard booking={booking} closures={closures} view={view} selection={selection} onDelete={onDelete} />
        )}
      >
        {(card, marked) => {
          const section = (label: string, list: ShownList<Booking>, at: string) => (
            <ListSection
              list={list}
              address={at}
              failed={bookingApi.failed.list}
              skeleton={view === 'rows' ? <RowSkeleton columns={rowSkeleton} /> : <TicketSkeleton className={ticketSize} />}
              columns={view === 'rows' ? '!gap-0' : columns.cards}
            >
              <BookingDays
                label={label}
                columns={columns[view]}
                seam={seams[view]}
                items={list.items}
                marked={marked}
                heights={heightsOf(`${at} ${view}`)}
                onShow={list.onShow}
              >
                {card}
              </BookingDays>
            </ListSection>
          )
          return (
            <>
              {section('Bookings', { ...coming, retry: retryAll }, `${address} coming`)}
              {isPastShown && (
                <>
                  <h2 className="mt-8 mb-1 border-line border-t pt-6 text-title">Past</h2>
                  {section('Past bookings', past, `${address} past`)}
                </>
              )}
            </>
          )
        }}
      </ListFrame>
      <Selecting list={selectable} at={config.at} label={labelOf} Bar={BookingBar} />
    </>
  )
}

/** Past days list their bookings from the last one; other days from the first one. */
function inOrder(asked: ListQuery): ListQuery {
  if (asked.order) return asked
  const isPast = asked.date?.every((days) => daysOf(days).to !== '' && daysOf(days).to < today())
  return { ...asked, order: [isPast ? '-date' : 'date'] }
}
