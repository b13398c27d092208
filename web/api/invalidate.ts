import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Asks once more for what is meant, as far as it is on the screen; the rest counts as old. An answer that is on its way may have been read before
 * whatever there is to hear of: it is waited for, and not broken off, or answers slower than the changes would never come.
 */
export async function askAgain(client: QueryClient, isMeant: (query: Query) => boolean): Promise<void> {
  const ask = async (query: Query) => {
    await hasCome(query)
    await client.invalidateQueries({ predicate: (each) => each === query }, { cancelRefetch: false })
  }
  await Promise.all(client.getQueryCache().findAll({ predicate: isMeant }).map(ask))
}

/** Ends with the answer that is on its way, whatever it is. */
export async function hasCome(query: Query | undefined): Promise<void> {
  if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
}
