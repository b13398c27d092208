/** What a list is asked for: its parameters, each with its values. */
export type ListQuery = Readonly<Record<string, readonly string[]>>

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** The address of a call: its path with the parameters filled in, and its query. */
export function addressOf(path: string, params: Readonly<Record<string, string>> = {}, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each]))
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + search
}

/** How many items a list asks for at a time. */
const pageSize = 60

/** The query of a page of a list: the first one, or the one after a cursor. */
export const pageQuery = (asked: ListQuery, after?: string) => ({
  ...asked,
  limit: [String(pageSize)],
  ...(after !== undefined && { after: [after] }),
})

/** The list query in the search of an address. A parameter without a value is left out. */
export function parseListQuery(search: string): ListQuery {
  const parameters = new URLSearchParams(search)
  const pairs = [...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name).filter(Boolean)] as const)
  return Object.fromEntries(pairs.filter(([, values]) => values.length > 0))
}
