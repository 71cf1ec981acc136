import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from '../feedback/error-state';
import { SkeletonList } from '../feedback/skeleton-list';
import { DataTable, type DataTableProps } from './data-table';
import { Pager } from './pager';
import { useLastPage } from './use-list-params';

interface PagedTableProps<T> extends Omit<DataTableProps<T>, 'rows' | 'refreshing' | 'sort' | 'onSort'> {
  query: Pick<UseQueryResult<{ items: T[]; total: number }>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** The page, and the sort where the list can be sorted, as the address holds them. */
  params: { page: number; sort?: string; set: (changed: { page?: number; sort?: string; size?: number }) => void };
  pageSize: number;
  /** Selectable page sizes; no selection when omitted. */
  sizes?: readonly number[];
  /** The plural of the items: `files`. */
  what: string;
}

/** One page of a list from the server: loading, failure, rows or their absence, and the way to the other pages. */
export function PagedTable<T extends object>({ query, params, pageSize, sizes, what, ...table }: PagedTableProps<T>) {
  const { data, error, isFetching, refetch } = query;
  useLastPage(params, pageSize, data?.total);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <SkeletonList />;
  const { page, sort, set } = params;
  return (
    <>
      <DataTable
        {...table}
        rows={data.items}
        refreshing={isFetching}
        sort={sort}
        onSort={sort === undefined ? undefined : (by) => set({ sort: by })}
      />
      {data.total > 0 && (
        <Pager
          page={page}
          pageSize={pageSize}
          total={data.total}
          what={what}
          onPage={(next) => set({ page: next })}
          sizes={sizes}
          onSize={(next) => set({ size: next })}
        />
      )}
    </>
  );
}
