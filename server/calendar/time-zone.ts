/** The longest period whose changes of the clock are described, in days. */
const longest = 3_700
const day = 86_400_000
const minute = 60_000

/**
 * Returns the time zone of this process (`TZ`) as a VTIMEZONE (RFC 5545, 3.6.5) with each change of the clock from the year before `from` to the year
 * after `to`. Calendars need it: few know all names of time zones.
 */
export function timeZoneRules(name: string, from: Date, to: Date): string {
  const begin = new Date(from.getFullYear() - 1, 0, 1).getTime()
  const end = Math.min(new Date(to.getFullYear() + 2, 0, 1).getTime(), begin + longest * day)
  const changes = [{ at: begin, before: offsetAt(begin), after: offsetAt(begin) }]
  for (let at = begin; at < end; at += day) {
    const [before, after] = [offsetAt(at), offsetAt(at + day)]
    if (before !== after) changes.push({ at: changeWithin(at, at + day), before, after })
  }
  const standard = Math.min(...changes.map(({ after }) => after))
  const observances = changes.flatMap(({ at, before, after }) => {
    const kind = after === standard ? 'STANDARD' : 'DAYLIGHT'
    const wall = new Date(at + before * minute).toISOString().replace(/[-:]|\.\d+Z/g, '')
    return [`BEGIN:${kind}`, `DTSTART:${wall}`, `TZOFFSETFROM:${written(before)}`, `TZOFFSETTO:${written(after)}`, `END:${kind}`]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...observances, 'END:VTIMEZONE'].join('\r\n')
}

/** Returns the minutes by which local time is ahead of UTC. */
const offsetAt = (moment: number) => -new Date(moment).getTimezoneOffset()

/** Returns the minute at which the offset changes, between two moments with different offsets. */
function changeWithin(from: number, to: number): number {
  let [low, high] = [from, to]
  while (high - low > minute) {
    const middle = low + Math.floor((high - low) / (2 * minute)) * minute
    if (offsetAt(middle) === offsetAt(from)) low = middle
    else high = middle
  }
  return high
}

function written(offset: number): string {
  const minutes = Math.abs(offset)
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${digits.join('')}`
}
