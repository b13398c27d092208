import type { Query, QueryClient } from '@tanstack/react-query'

/** Refetches the queries that match and are on the screen, and marks the others as stale. */
export async function invalidate(client: QueryClient, isMeant: (query: Query) => boolean): Promise<void> {
  const found = client.getQueryCache().findAll({ predicate: isMeant })
  await Promise.all(found.map((query) => invalidateAfterRunning(client, query)))
}

/**
 * Refetches a query if it is on the screen, and marks it as stale otherwise. Waits for its running request instead of canceling it: otherwise
 * answers slower than the changes would never arrive. `begin` is called before the new request.
 */
export async function invalidateAfterRunning(client: QueryClient, query: Query, begin: () => unknown = () => {}): Promise<void> {
  if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
  // A list that has failed to load has a button to try again.
  if (query.queryKey[1] === 'list' && query.state.data === undefined && query.state.error) return
  begin()
  await client.invalidateQueries({ predicate: (each) => each === query }, { cancelRefetch: false })
}
