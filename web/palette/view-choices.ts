import { useQuery } from '@tanstack/react-query'
import type { View } from '#contract/views.ts'
import { openView } from '#web/views/open-view.ts'
import { viewList } from '#web/views/saved-views.ts'
import { isMeant } from './commands.ts'
import { lists } from './lists.ts'

/** The most views that are offered before anything is typed. */
const few = 5

/** The saved views whose names have words that begin with the typed ones. */
export function useViewChoices(words: string) {
  const { data = [] } = useQuery(viewList)
  const meant = data.map(choiceOf).filter((view) => isMeant(view, words))
  return { heading: 'Views', items: words === '' ? meant.slice(0, few) : meant }
}

function choiceOf(view: View) {
  const { path, label } = lists[view.list]
  const note = view.shared ? `${label}, for everybody` : label
  return { key: `view ${view._id}`, name: view.name, note, isFound: false, run: () => openView(path, view) }
}
