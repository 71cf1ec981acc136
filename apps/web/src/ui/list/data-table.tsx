import { lazy, Suspense } from 'react';
import { SkeletonList } from '../busy/skeleton-list';
import { withAllStyles } from '../layout/all-styles';
import { Cards } from './cards/data-table-cards';
import type { DataTableProps } from './data-table-props';
import type { TableRows as LoadedRows } from './table-rows';
import { useIsAtLeast } from '../screen/use-is-at-least';
import styles from './data-table.module.css';

/** Narrow screens do without the code of tables. */
const TableRows = lazy(async () => ({
  default: (await withAllStyles(import('./table-rows'))).TableRows,
})) as typeof LoadedRows;

const Placeholder = ({ rows }: { rows?: number | undefined }) => (
  <div className={styles.placeholder}>
    <SkeletonList rows={rows} />
  </div>
);

/** Before the first rows are known. */
export const RowsPlaceholder = () => (
  <div className={styles.dataTable}>
    <Placeholder />
  </div>
);

/** A list as a table, or as cards on narrow screens. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const isWide = useIsAtLeast('md');
  const { rows, empty, refreshing } = props;
  return (
    <div className={styles.dataTable} aria-busy={refreshing}>
      {refreshing && <div className={styles.refreshBar} />}
      {rows.length === 0 ? (
        empty
      ) : isWide ? (
        <Suspense fallback={<Placeholder rows={Math.min(rows.length, 5)} />}>
          <TableRows {...props} />
        </Suspense>
      ) : (
        <Cards {...props} />
      )}
    </div>
  );
}
