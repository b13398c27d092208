import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { drafts, type ListedDraft } from '#contract/drafts.ts'
import { call } from '#web/api/call.ts'
import type { Session } from '#web/api/session.ts'
import { Draft } from './draft.ts'

/** The user's drafts on the server, the latest first. A form that opens soon after a list takes what the list has loaded. */
export const draftList = queryOptions({
  queryKey: ['drafts'],
  // Without the signal: the button on the list moves while the list loads, and asks once all the same.
  queryFn: () => call(drafts.list, {}),
  staleTime: 10_000,
  // The same list is shown differently once a form has closed: a draft is left out while its form is open in this tab.
  structuralSharing: false,
})

/** Whether this browser knows, without asking the server, that it has no draft of the form at `path`. */
export function hasNone(client: QueryClient, path: string): boolean {
  const { data, isInvalidated } = client.getQueryState<ListedDraft[]>(draftList.queryKey) ?? {}
  return data !== undefined && !isInvalidated && data.every(({ form }) => form !== path)
}

/** Shows a change in the loaded list at once. A list that is on its way may be older than the change, so it is requested again. */
export function updateDraftList(client: QueryClient, change: (list: ListedDraft[]) => ListedDraft[]): void {
  const { queryKey } = draftList
  const isLoading = client.getQueryState(queryKey)?.fetchStatus === 'fetching'
  client.setQueryData(queryKey, (list) => list && change(list))
  if (isLoading) void client.invalidateQueries({ queryKey })
}

/** Reads a draft. Returns `undefined` for one that no release of this app has written. */
export async function fetchDraft(id: string): Promise<Draft | undefined> {
  const { content } = await call(drafts.get, { params: { id } })
  try {
    return Draft.safeParse(JSON.parse(content)).data
  } catch {
    return undefined
  }
}

type Stored = { id: string; form: string; draft: Draft | undefined }

/** The longest content, in characters, that surely fits into the 64 KiB of a request that outlives its page. */
const longestKeepalive = 10_000

/**
 * Stores a draft, or deletes it if `draft` is `undefined`. The request outlives the page where it can. A refused token doesn't end the
 * session: the user learns of the end when saving.
 */
export async function storeDraft({ id, form, draft }: Stored, session: Session): Promise<void> {
  const content = JSON.stringify(draft ?? null)
  const options = { as: { ...session }, ...(content.length <= longestKeepalive && { keepalive: true as const }) }
  if (draft) await call(drafts.keep, { params: { id }, body: { form, content } }, options)
  else await call(drafts.drop, { params: { id } }, options)
}
