import type { QueryClient } from '@tanstack/react-query';

/**
 * Fetches stale queries again after an update. A first answer that has not arrived yet may be older than the update, and `invalidateQueries` does
 * not request it again: this is done once it has arrived.
 */
export function refreshQueries(client: QueryClient, keys: readonly string[]): void {
  for (const key of keys) {
    const underway = client
      .getQueryCache()
      .findAll({ queryKey: [key], fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
    void client.invalidateQueries({ queryKey: [key] });
    for (const { promise, queryKey } of underway)
      void promise?.catch(() => undefined).then(() => client.invalidateQueries({ queryKey, exact: true }));
  }
}
