import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { daysOf } from '#contract/listing.ts'
import type { ListQuery } from '#web/api/address.ts'
import { today } from '#web/api/chain-day.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import { ConfirmDialog } from '#web/components/ConfirmDialog.tsx'
import { dayInWords, timeInWords } from '#web/components/dates.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { DraftsOf } from '#web/forms/drafts/DraftsOf.tsx'
import { useDeletion } from '#web/lists/deletion.ts'
import { useFirstResult } from '#web/lists/first-result.ts'
import { useHighlighted } from '#web/lists/highlighted.ts'
import { isNarrowed, useListState } from '#web/lists/list-state.ts'
import { NothingFound } from '#web/lists/NothingFound.tsx'
import { SavedElsewhere } from '#web/lists/SavedElsewhere.tsx'
import { OnlyTrash } from '#web/lists/TrashLink.tsx'
import { useList } from '#web/lists/use-list.ts'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { PageHead } from '#web/router/PageHead.tsx'
import { paths } from '#web/router/paths.ts'
import { InTrash } from '#web/trash/InTrash.tsx'
import { bookingApi } from './api.ts'
import { BookingCard, columns } from './BookingCard.tsx'
import { BookingSection } from './BookingSection.tsx'
import { BookingTools } from './BookingTools.tsx'
import { InDay } from './day/InDay.tsx'
import { useDayKeys } from './day/useDayKeys.ts'
import { config } from './index.ts'
import { LeftOver } from './many/LeftOver.tsx'
import { Many } from './many/Many.tsx'
import { useSelection } from './many/selection.ts'
import { Numbers } from './numbers/Numbers.tsx'
import { splitByToday } from './split-by-today.ts'
import { useView } from './ViewChoice.tsx'

export const BookingList = () => (
  <InTrash collection={bookingApi} many={config.many} list={config.at.list} note={whenAndWhere}>
    <InDay>
      <Bookings />
    </InDay>
  </InTrash>
)

/** A guest may have booked more than once. */
const whenAndWhere = ({ date, time, branchName }: Booking) => (
  <>
    {dayInWords(date)}, {timeInWords(time)}, <bdi>{branchName}</bdi>
  </>
)

/** Coming bookings, the next one first, above past bookings, the latest first. A filter by days or an order shows one list. */
function Bookings() {
  const state = useListState(bookingApi.listing)
  const { asked, address } = state
  const split = splitByToday(asked)
  const isSplit = split !== undefined
  const [next, gone] = split ?? [inOrder(asked), inOrder(asked)]
  const coming = useList(bookingApi.list(next))
  // Where they aren't split, both are the same list.
  const past = useList(bookingApi.list(gone))
  const lists = isSplit ? [coming, past] : [coming]
  const isNarrow = isNarrowed(asked)
  const totals = lists.map((list) => list.total)
  const total = totals.includes(undefined) ? undefined : totals.reduce<number>((sum, each = 0) => sum + each, 0)
  const goToFirst = useFirstResult(asked, total !== undefined)
  const isEmpty = total === 0 && !isNarrow
  const isPastShown = isSplit && past.items.length > 0 && coming.query.isSuccess && !coming.query.hasNextPage
  const shown = useMemo(() => (isPastShown ? [...coming.items, ...past.items] : coming.items), [isPastShown, coming.items, past.items])
  const selection = useSelection(asked, shown)
  const marked = useHighlighted(
    lists.flatMap(({ items }) => items),
    lists.every(({ isSettled }) => isSettled),
  )
  const drafts = <DraftsOf config={config} listing={bookingApi.listing} />
  const [view, setView] = useView()
  useDayKeys(asked)
  const deletion = useDeletion(bookingApi)
  const card = (booking: Booking) => (
    <BookingCard booking={booking} view={view} selection={selection} onDelete={() => deletion.ask(booking)} />
  )

  return (
    <>
      <PageHead title="Bookings" subtitle="Manage your movie bookings">
        <ButtonLink to={paths.promoCodes.list}>Promo codes</ButtonLink>
        <ButtonLink to={config.at.add} look="primary">
          <Plus size={16} aria-hidden="true" />
          New Booking
        </ButtonLink>
      </PageHead>
      {isEmpty ? (
        <OnlyTrash drafts={drafts} />
      ) : (
        <BookingTools
          state={state}
          total={total}
          hasFailed={lists.some(({ query }) => query.isError)}
          onDown={goToFirst}
          csv={() => bookingApi.csv(isSplit ? asked : inOrder(asked))}
          view={view}
          onView={setView}
          drafts={drafts}
        />
      )}
      {!isEmpty && <Numbers state={state} isReady={lists.every((list) => list.total !== undefined || list.query.isError)} />}
      {deletion.error && (
        <Alert
          text={bookingApi.failed.remove}
          reason={reasonOf(deletion.error)}
          onRetry={() => deletion.retry(shown)}
          onDismiss={deletion.dismiss}
        />
      )}
      <LeftOver />
      <SavedElsewhere marked={marked} lists={lists} useKnown={bookingApi.useKnown} columns={columns[view]}>
        {card}
      </SavedElsewhere>
      <BookingSection label="Bookings" list={coming} address={`${address} coming`} marked={marked} view={view}>
        {card}
      </BookingSection>
      {total === 0 && isNarrow && <NothingFound onClear={state.clear} />}
      {isEmpty && (
        <EmptyState title="No bookings" text="Seats that guests book by phone or at the counter are kept here.">
          <ButtonLink to={config.at.add}>
            <Plus size={16} aria-hidden="true" />
            Add Booking
          </ButtonLink>
        </EmptyState>
      )}
      {isPastShown && (
        <>
          <h2 className="mt-8 mb-1 border-line border-t pt-6 text-title">Past</h2>
          <BookingSection label="Past bookings" list={past} address={`${address} past`} marked={marked} view={view}>
            {card}
          </BookingSection>
        </>
      )}
      <Many selection={selection} shown={shown} lists={isSplit ? split : [next]} total={total} />
      {deletion.asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this booking?"
          name={bookingApi.nameOf(deletion.asked)}
          isBusy={deletion.isBusy}
          onConfirm={deletion.confirm}
          onCancel={deletion.cancel}
        >
          {whenAndWhere(deletion.asked)}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Past days list their bookings from the last one; other days from the first one. */
function inOrder(asked: ListQuery): ListQuery {
  if (asked.order) return asked
  const isPast = asked.date?.every((days) => daysOf(days).to !== '' && daysOf(days).to < today())
  return { ...asked, order: [isPast ? '-date' : 'date'] }
}
