const [day, month, year] = ['(?:0?[1-9]|[12]\\d|3[01])', '(?:0?[1-9]|1[0-2])', '(?:(?:19|20)?\\d\\d)']
const days = new RegExp(
  `^(?:${day}\\.${month}\\.(?:${year})?|${day}([/-])${month}\\1${year}|${month}\\/${day}\\/${year}|(?:19|20)\\d\\d-${month}-${day})\\.?$`,
)
const dayAndMonth = new RegExp(`^(?:${day}\\/${month}|${month}\\/${day})$`)

/** Whether `text` is a day and not a number: `27.11.`, `27/11/2026`, `2026-11-27`. */
export const isDay = (text: string): boolean => days.test(text)

/** Whether `text` can be a day without a year: `27/11`. It can also be the end of a number. */
export const isDayAndMonth = (text: string): boolean => dayAndMonth.test(text)
