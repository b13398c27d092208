import type { Query, QueryClient } from '@tanstack/react-query'

/** Refetches the queries that match and are on the screen, and marks the others as stale. Waits for a running request instead of cancelling it: otherwise answers slower than the changes would never arrive. */
export async function invalidate(client: QueryClient, isMeant: (query: Query) => boolean): Promise<void> {
  const ask = async (query: Query) => {
    await fetched(query)
    await client.invalidateQueries({ predicate: (each) => each === query }, { cancelRefetch: false })
  }
  await Promise.all(client.getQueryCache().findAll({ predicate: isMeant }).map(ask))
}

/** Settles when the running request of the query has ended, successfully or not. */
export async function fetched(query: Query | undefined): Promise<void> {
  if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
}
