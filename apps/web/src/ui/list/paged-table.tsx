import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { DataTable, RowsPlaceholder } from './data-table';
import type { DataTableProps } from './data-table-props';
import { Pager } from './pager';
import { QueryResult } from './query-result';

interface Page<T> {
  items: T[];
  total: number;
}

interface PagedTableProps<T> extends Omit<DataTableProps<T>, 'rows' | 'refreshing' | 'sort' | 'onSort'> {
  query: Pick<UseQueryResult<Page<T>>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** The page, and the sort where the list can be sorted, as the address holds them. */
  params: { page: number; sort?: string; set: (changed: { page?: number; sort?: string; size?: number }) => void };
  pageSize: number;
  /** Selectable page sizes; no selection when omitted. */
  sizes?: readonly number[];
  /** The plural of the items: `files`. */
  what: string;
  /** Not where all items fit on one page of a list that is rarely longer. */
  isPagerShown?: boolean;
  /** Shown until the first answer. */
  placeholder?: ReactNode;
}

/** One page of a list from the server: loading, failure, rows or their absence, and the way to the other pages. */
export function PagedTable<T extends object>({
  query,
  params,
  pageSize,
  sizes,
  what,
  isPagerShown = true,
  placeholder = <RowsPlaceholder />,
  ...table
}: PagedTableProps<T>) {
  const { page, sort, set } = params;
  useLastPage(params, pageSize, query.data?.total);
  return (
    <QueryResult query={query} placeholder={placeholder}>
      {({ items, total }) => (
        <>
          <DataTable
            {...table}
            rows={items}
            refreshing={query.isFetching}
            sort={sort}
            onSort={sort === undefined ? undefined : (by) => set({ sort: by })}
          />
          {isPagerShown && total > 0 && (
            <Pager
              page={page}
              pageSize={pageSize}
              total={total}
              what={what}
              onPage={(next) => set({ page: next })}
              sizes={sizes}
              onSize={(next) => set({ size: next })}
            />
          )}
        </>
      )}
    </QueryResult>
  );
}

/** Goes to the last page when the list became shorter than the current page; `total` once it is known. */
function useLastPage(
  { page, set }: { page: number; set: (changed: { page: number }) => void },
  pageSize: number,
  total: number | undefined,
) {
  useEffect(() => {
    if (total === undefined) return;
    const last = Math.max(1, Math.ceil(total / pageSize));
    if (page > last) set({ page: last });
  }, [page, set, pageSize, total]);
}
