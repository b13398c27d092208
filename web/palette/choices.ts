import { perSession } from '#web/api/session.ts'
import { useDebouncedValue } from '#web/components/debounced-value.ts'
import { navigate } from '#web/router/location.ts'
import { commands, isMeant } from './commands.ts'
import { type FoundRecord, useFound, useSuggested } from './finding.ts'
import { useViewChoices } from './view-choices.ts'

/** Something that the palette offers. `isFound`: the server said so, and may say something else to the next letter. */
export type Choice = { key: string; name: string; note?: string; keys?: string; isFound: boolean; run: () => void }

/** The search follows the last key after this long, in milliseconds. */
const pause = 120
const mostRecent = 5

/** The records opened from the palette, the latest first. */
const recent = perSession<{ found: readonly FoundRecord[] }>(() => ({ found: [] }))

/** The choices for the typed words, by heading; without words, recent records and all commands. */
export function useChoices(typed: string) {
  const words = typed.trim()
  const sent = useDebouncedValue(words, pause)
  const { found, isSettled, isFailed } = useFound(words && sent)
  const views = useViewChoices(words)
  const offered = Object.entries(commands).map(([heading, all]) => ({
    heading,
    items: all.filter((command) => isMeant(command, words)).map((command) => ({ ...command, key: command.name, isFound: false })),
  }))
  const isNothing = [...offered, views, ...found].every(({ items }) => items.length === 0)
  const similar = useSuggested(sent === words && isSettled && isNothing ? sent : '')
  const records =
    words === '' ? [{ heading: 'Recent', items: recent().found }] : [...found, { heading: 'Did you mean', items: similar.suggested }]
  const listed = records.map(({ heading, items }) => ({ heading, items: items.map((record) => choiceOf(record)) }))
  return {
    groups: words === '' ? [...listed, ...offered.slice(0, 1), views, ...offered.slice(1)] : [...offered, views, ...listed],
    isSettled: words === '' || (sent === words && isSettled && similar.isSettled),
    isFailed,
    isNothing,
  }
}

function choiceOf(record: FoundRecord): Choice {
  const { name, note, to } = record
  function run() {
    const its = recent()
    its.found = [record, ...its.found.filter((other) => other.to !== to)].slice(0, mostRecent)
    navigate(to)
  }
  return { key: to, name, note, isFound: true, run }
}
