import { hashKey, useQueryClient, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';

interface ShownPage {
  data: { total: number } | undefined;
  isFetching: boolean;
}

interface Paging<T, K extends QueryKey> {
  page: number;
  pageSize: number;
  queryOf: (page: number) => FetchQueryOptions<T, Error, T, K>;
}

/** Asks for the next page of a list once this one is there, so that it shows at once. */
export function useNextPage<T, K extends QueryKey>(
  { data, isFetching }: ShownPage,
  { page, pageSize, queryOf }: Paging<T, K>,
): void {
  const client = useQueryClient();
  const next = !isFetching && data && page * pageSize < data.total ? queryOf(page + 1) : null;
  const key = next && hashKey(next.queryKey);
  useEffect(() => {
    if (next) void client.prefetchQuery(next);
    // the same list has new options with each render
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, key]);
}
