import { BookingInput, bookingStatuses } from '#contract/bookings.ts'
import { BranchField } from '#web/ui/form/BranchField.tsx'
import { EditorColumns } from '#web/ui/form/EditorColumns.tsx'
import { EditorPage } from '#web/ui/form/EditorPage.tsx'
import { TextField } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { bookingApi } from './api.ts'
import { BookingPreview } from './BookingPreview.tsx'
import { face } from './index.ts'
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
}

const statuses = bookingStatuses.map((label, value) => ({ value, label }))

export function BookingEditor() {
  return (
    <EditorPage
      face={face}
      resource={bookingApi}
      schema={BookingInput}
      blank={blank}
      // Its promo code is asked about anew before it is stored.
      afresh={{ status: 0, discountPercentage: 0 }}
      add={{ title: 'New Booking', subtitle: 'Book a visit for a guest.', save: 'Create Booking' }}
      edit={{ title: 'Edit Booking', save: 'Update Booking' }}
      follows={{ discountPercentage: 'promoCode' }}
    >
      {(field, booking) => (
        <EditorColumns aside={<BookingPreview field={field} />}>
          {booking && <SelectField {...field('status')} label="Status" options={statuses} />}
          <BranchField {...field('branchName')} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field('date')} label="Date" type="date" />
            <TextField {...field('time')} label="Time" type="time" />
          </div>
          <TextField {...field('fullName')} label="Full Name" autoComplete="off" />
          <div>
            <TextField {...field('phoneNumber')} label="Phone Number" type="tel" autoComplete="off" />
            <SameBooking
              branchName={field('branchName').value}
              date={field('date').value}
              time={field('time').value}
              phoneNumber={field('phoneNumber').value}
              except={booking?._id}
            />
          </div>
          <PromoCodeField code={field('promoCode')} discount={field('discountPercentage')} carried={booking} />
        </EditorColumns>
      )}
    </EditorPage>
  )
}
