import { Checkbox, Flex, Grid } from 'antd';
import { lazy, Suspense } from 'react';
import { SkeletonList } from '../busy/skeleton-list';
import { withAllStyles } from '../layout/all-styles';
import type { DataTableProps } from './data-table-props';
import type { TableRows as LoadedRows } from './table-rows';
import { t } from '../../i18n/t';
import styles from './data-table.module.css';

const any = () => true;

/** Narrow screens do without the code of tables. */
const TableRows = lazy(async () => ({
  default: (await withAllStyles(import('./table-rows'))).TableRows,
})) as typeof LoadedRows;

/** A list as a table, or as cards on narrow screens. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { md } = Grid.useBreakpoint();
  const { rows, empty, refreshing } = props;
  return (
    <div className={styles.dataTable} aria-busy={refreshing}>
      {refreshing && <div className={styles.refreshBar} />}
      {rows.length === 0 ? (
        empty
      ) : md ? (
        <Suspense fallback={<SkeletonList rows={Math.min(rows.length, 5)} />}>
          <TableRows {...props} />
        </Suspense>
      ) : (
        <Cards {...props} />
      )}
    </div>
  );
}

function Cards<T extends object>({
  label,
  columns,
  rows,
  keyOf,
  nameOf,
  selected = [],
  onSelect,
  canSelect = any,
}: DataTableProps<T>) {
  const [heading, ...others] = columns;
  const actions = others.find(({ isActions }) => isActions);
  const facts = others.filter(({ isActions }) => !isActions);
  const keys = rows.filter(canSelect).map(keyOf);
  const chosenHere = keys.filter((key) => selected.includes(key));
  return (
    <>
      {onSelect && keys.length > 0 && (
        <Checkbox
          checked={chosenHere.length === keys.length}
          indeterminate={chosenHere.length > 0 && chosenHere.length < keys.length}
          onChange={({ target }) =>
            onSelect(
              target.checked ? [...new Set([...selected, ...keys])] : selected.filter((key) => !keys.includes(key)),
            )
          }
          className={styles.selectAll}
        >
          {t('Select all')}
        </Checkbox>
      )}
      <div role="list" aria-label={label}>
        {rows.map((row) => (
          <div key={keyOf(row)} role="listitem" className={`list-row ${styles.dataCard}`}>
            <Flex gap={12} align="center" wrap>
              {onSelect && canSelect(row) && (
                <Checkbox
                  className={styles.select}
                  aria-label={t('Select {row}', { row: nameOf(row) })}
                  checked={selected.includes(keyOf(row))}
                  onChange={({ target }) =>
                    onSelect(target.checked ? [...selected, keyOf(row)] : selected.filter((key) => key !== keyOf(row)))
                  }
                />
              )}
              <div className={styles.heading}>{heading?.render(row)}</div>
              {actions?.render(row)}
            </Flex>
            <dl>
              {facts.map(({ key, title, render, isNumber, isWide }) => (
                <div key={key} className={isWide ? styles.wide : undefined}>
                  <dt>{title}</dt>
                  <dd className={isNumber ? 'numbers' : undefined}>{render(row)}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </>
  );
}
