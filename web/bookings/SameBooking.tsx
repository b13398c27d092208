import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from '#web/ui/place/Link.tsx'
import { type Sought, sameBooking } from './api.ts'

/** How long nothing must have been typed before the server is asked, in milliseconds. */
const pause = 400

/** Points out that the booking in the form is stored already. It may be meant, so nothing is refused. */
export function SameBooking(sought: Sought) {
  const { data } = useQuery(sameBooking(useSettled(sought)))
  return (
    <div aria-live="polite">
      {data && (
        <p className="mt-2 rounded-control bg-wait-soft px-3 py-2 text-wait">
          There is already{' '}
          <Link to={`/bookings/edit/${data._id}`} className="font-[550] underline">
            a booking by {data.fullName}
          </Link>{' '}
          at this time, with this phone number. {sought.except ? 'Save' : 'Create'} it all the same?
        </p>
      )}
    </div>
  )
}

/** The latest value that has stood for a moment. */
function useSettled<Value extends object>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
