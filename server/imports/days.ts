/** The longest text that is read as a day, a number, or yes or no, in characters. Longer texts are none of these. */
export const longestValue = 40

const time = String.raw`(?:[T ][\d:.]{4,15}(?:Z|[+-]\d\d:?\d\d)?)?`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}$`)
const dotted = new RegExp(String.raw`^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})${time}$`)
const slashed = new RegExp(String.raw`^(\d{1,2})[-/](\d{1,2})[-/](\d{4})${time}$`)
const serial = /^(\d{5,6})(?:[.,]\d{1,12})?$/

/** The days that spreadsheets count from, and the numbers that mean a day: from 1927 to 2200. A year, such as 2026, is none. */
const dayZero = Date.UTC(1899, 11, 30)
const serials = { first: 10_000, last: 109_939 }

/**
 * Returns the day (`yyyy-mm-dd`) that a cell means: `2026-12-31`, `31.12.2026`, `31/12/2026`, `12/31/2026`, with or without a time, or the number of
 * a spreadsheet. Returns other texts as they are. A day that can be read in two ways is an `error`.
 */
export function dayIn(cell: string): { day: string } | { error: string } {
  const text = cell.length > longestValue ? '' : cell.trim()
  const [, year = '', month = '', date = ''] = yearFirst.exec(text) ?? []
  if (year !== '') return dayOf(year, month, date)
  const [, dottedDate = '', dottedMonth = '', dottedYear = ''] = dotted.exec(text) ?? []
  if (dottedYear !== '') return dayOf(dottedYear, dottedMonth, dottedDate)
  const [, one = '', other = '', slashedYear = ''] = slashed.exec(text) ?? []
  if (slashedYear !== '') return slashedDay(one, other, slashedYear)
  const [, count = ''] = serial.exec(text) ?? []
  const days = Number(count)
  if (count === '' || days < serials.first || days > serials.last) return { day: cell }
  return { day: new Date(dayZero + days * 86_400_000).toISOString().slice(0, 10) }
}

function slashedDay(one: string, other: string, year: string): { day: string } | { error: string } {
  const [dayFirst, monthFirst] = [dayOf(year, other, one), dayOf(year, one, other)]
  if (Number(other) > 12) return monthFirst
  if (Number(one) > 12 || Number(one) === Number(other)) return dayFirst
  return { error: `This date can be read in two ways. Write ${dayFirst.day} or ${monthFirst.day}.` }
}

const dayOf = (year: string, month: string, date: string) => ({ day: `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` })
