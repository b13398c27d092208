import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type SuggestingList, suggestedIn, suggestions } from '#contract/suggestions.ts'
import { call } from './call.ts'

/** The names that resemble the search words of a list, or of all of them. The latest ones stay until the next ones have arrived. */
export const suggestionsFor = (q: string, collection?: SuggestingList) =>
  queryOptions({
    queryKey: ['suggestions', q, collection],
    queryFn: ({ signal }) => call(suggestions.list, { query: { q, ...(collection && { collection }) } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

/** Whether the list has suggestions. */
export const isSuggesting = (list: string): list is SuggestingList => Object.hasOwn(suggestedIn, list)
