import type { QueryClient } from '@tanstack/react-query';

/**
 * Fetches again what an update made stale. A first answer that is still on its way may be older than the update, and
 * `invalidateQueries` does not ask again for it: that is done once it has arrived.
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
