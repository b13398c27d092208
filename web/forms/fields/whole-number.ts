/** Returns the whole number that a number input contains; `NaN` for none. Groups of three digits after a point are thousands: `1.000` is 1000. */
export const wholeNumber = (typed: string): number =>
  typed === '' ? Number.NaN : Number(/^\d{1,3}(?:\.\d{3})+$/.test(typed) ? typed.replaceAll('.', '') : typed)
