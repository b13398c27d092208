import { type Booking, BookingInput, bookingStatuses } from '#contract/bookings.ts'
import { today } from '#web/api/chain-day.ts'
import { timeInWords, weekdayInBrief } from '#web/components/dates.ts'
import { EditorColumns } from '#web/forms/editor/EditorColumns.tsx'
import { BranchField } from '#web/forms/fields/BranchField.tsx'
import { TextField } from '#web/forms/fields/Field.tsx'
import { SelectField } from '#web/forms/fields/SelectField.tsx'
import { EditorPage } from '#web/pages/EditorPage.tsx'
import { bookingApi } from './api.ts'
import { BookingPreview } from './BookingPreview.tsx'
import { CalendarButton } from './CalendarButton.tsx'
import { CallerField } from './CallerField.tsx'
import { ClosedNotice } from './closures/ClosedNotice.tsx'
import { DayField } from './DayField.tsx'
import { focusNextField } from './enter-to-next-field.ts'
import { config } from './index.ts'
import { useLastBranch } from './last-branch.ts'
import { NoteField } from './NoteField.tsx'
import { PromoCodeField } from './PromoCodeField.tsx'
import { SameBooking } from './SameBooking.tsx'

const blank: BookingInput = {
  branchName: '',
  date: '',
  time: '',
  fullName: '',
  phoneNumber: '',
  status: 0,
  promoCode: '',
  discountPercentage: 0,
  note: undefined,
}

const statuses = bookingStatuses.map((label, value) => ({ value, label }))

/** Callers of one evening book the same branch and the same day. */
const next = {
  label: 'Create and add another',
  from: ({ branchName, date }: Booking) => ({ ...blank, branchName, date }),
  told: ({ date, time, branchName }: Booking) => `${weekdayInBrief(date, today())}, ${timeInWords(time)}, ${branchName}.`,
}

export function BookingEditor() {
  const [lastBranch, rememberBranch] = useLastBranch()
  const start = { ...blank, branchName: lastBranch }
  return (
    <EditorPage
      config={config}
      resource={bookingApi}
      schema={BookingInput}
      blank={start}
      // The promo code is checked again before saving.
      afresh={{ status: 0, discountPercentage: 0 }}
      add={{
        title: 'New booking',
        subtitle: 'Create a booking for a guest.',
        save: 'Create Booking',
        next,
        onSaved: ({ branchName }) => rememberBranch(branchName),
      }}
      edit={{ title: 'Edit booking', save: 'Update Booking' }}
      follows={{ discountPercentage: 'promoCode' }}
    >
      {(field, booking) => (
        <EditorColumns aside={<BookingPreview field={field} />}>
          {booking && <SelectField {...field('status')} label="Status" options={statuses} />}
          {/* A caller is known by the number, which fills in the rest. */}
          {booking ? (
            <TextField {...field('phoneNumber')} label="Phone Number" type="tel" autoComplete="off" onKeyDown={focusNextField} />
          ) : (
            <CallerField field={field} start={start} />
          )}
          <BranchField {...field('branchName')} onKeyDown={focusNextField} />
          <div className="grid gap-5 sm:grid-cols-2">
            <DayField {...field('date')} stored={booking?.date} />
            <TextField {...field('time')} label="Time" type="time" onKeyDown={focusNextField} />
          </div>
          <ClosedNotice branchName={field('branchName').value} date={field('date').value} time={field('time').value} />
          <div>
            <TextField {...field('fullName')} label="Full Name" autoComplete="off" onKeyDown={focusNextField} />
            <SameBooking
              branchName={field('branchName').value}
              date={field('date').value}
              time={field('time').value}
              phoneNumber={field('phoneNumber').value}
              except={booking?._id}
            />
          </div>
          <PromoCodeField
            code={field('promoCode')}
            discount={field('discountPercentage')}
            carried={booking}
            visit={{ branchName: field('branchName').value, date: field('date').value, time: field('time').value }}
          />
          <NoteField note={field('note')} isNew={!booking} />
          {booking && (
            <div>
              <CalendarButton of={{ booking: booking._id }} />
            </div>
          )}
        </EditorColumns>
      )}
    </EditorPage>
  )
}
