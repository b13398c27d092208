import { queryOptions } from '@tanstack/react-query'
import { comparisonKey } from '#contract/text.ts'
import { type View, type ViewInput, views } from '#contract/views.ts'
import { call } from '#web/api/call.ts'
import { queries } from '#web/api/queries.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'

/** The user's views of all lists, and the shared ones. */
export const viewList = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call(views.list, {}, { signal }),
})

const refetch = () => queries().invalidateQueries({ queryKey: viewList.queryKey })

/** Runs a change, and refetches the views whatever comes of it. */
const changing = <Result>(change: Promise<Result>): Promise<Result> => change.finally(refetch)

const create = (input: ViewInput) => changing(call(views.create, { body: input }))
const put = ({ _id, version }: View, input: ViewInput) => changing(call(views.update, { params: { id: _id }, body: input }, { version }))

const inputOf = ({ list, name, query, layout, shared }: View): ViewInput => ({ list, name, query, layout, shared })

/** Saves a new view. */
export async function saveView(input: ViewInput): Promise<void> {
  const { name } = await create(input)
  notify({ about: { name }, text: 'was saved.' })
}

/** Replaces the view that has the name of this one, which may be gone by now. */
export async function replaceView(input: ViewInput): Promise<void> {
  const key = comparisonKey(input.name)
  const all = await queries().fetchQuery(viewList)
  const before = all.find(({ list, shared, name }) => list === input.list && shared === input.shared && comparisonKey(name) === key)
  if (!before) return saveView(input)
  const now = await put(before, input)
  const { name } = now
  const go = () => put(now, inputOf(before))
  toastWithUndo({ about: { name }, text: 'was replaced.' }, [{ name, go, done: 'is as before.', failed: "couldn't be changed back." }])
}

/** Deletes a view, with an Undo that saves it again. */
export async function deleteView(view: View): Promise<void> {
  const { _id, version, name } = view
  try {
    await changing(call(views.remove, { params: { id: _id } }, { version }))
  } catch (error) {
    console.error('The view could not be deleted', error)
    notifyFailure("couldn't be deleted.", error, { about: { name } })
    return
  }
  const go = () => create(inputOf(view))
  toastWithUndo({ about: { name }, text: 'was deleted.' }, [{ name, go, done: 'was restored.', failed: "couldn't be restored." }])
}
