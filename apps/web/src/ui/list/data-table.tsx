import { Checkbox, Flex, Grid, Table, type TableColumnType, type TableProps } from 'antd';
import type { MouseEvent, ReactNode } from 'react';
import { t } from '../../i18n/t';
import styles from './data-table.module.css';

export interface Column<T> {
  key: string;
  title: string;
  render: (row: T) => ReactNode;
  /** The field to sort by; not sortable when omitted. */
  sortBy?: string;
  /** Right-aligned with tabular digits. */
  isNumber?: boolean;
  /** The row's actions; next to its name on a card. */
  isActions?: boolean;
  width?: number;
  /** Takes the whole width of a card. */
  isWide?: boolean;
}

export interface DataTableProps<T> {
  label: string;
  /** The first names the row. */
  columns: Column<T>[];
  rows: T[];
  keyOf: (row: T) => string;
  /** The row's name in the label of its checkbox. */
  nameOf: (row: T) => string;
  empty: ReactNode;
  /** Shows a thin bar above the current rows. */
  refreshing?: boolean;
  selected?: string[];
  onSelect?: (keys: string[]) => void;
  /** A click outside the links and buttons of a row; each such row also has a link or button for the same. */
  onOpen?: (row: T) => void;
  /** Which rows can be selected; all when omitted. */
  canSelect?: (row: T) => boolean;
  /** `name` or, descending, `-name`. */
  sort?: string;
  onSort?: (sort: string) => void;
}

const any = () => true;

/** Whether the row itself was clicked: neither a control in it, nor a menu of it, which is elsewhere on the page. */
const isOutsideControls = ({ target, currentTarget }: MouseEvent) =>
  currentTarget.contains(target as Node) &&
  !(target as Element).closest('a, button, input, label, summary, [role="button"]');

/** A list as a table, or as cards on narrow screens. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { md } = Grid.useBreakpoint();
  const { rows, empty, refreshing } = props;
  return (
    <div className={styles.dataTable} aria-busy={refreshing}>
      {refreshing && <div className={styles.refreshBar} />}
      {rows.length === 0 ? empty : md ? <Rows {...props} /> : <Cards {...props} />}
    </div>
  );
}

function Rows<T extends object>({
  label,
  columns,
  rows,
  keyOf,
  nameOf,
  selected,
  onSelect,
  canSelect = any,
  sort = '',
  onSort,
  onOpen,
}: DataTableProps<T>) {
  const direction = (field: string) => (sort === field ? 'ascend' : sort === `-${field}` ? 'descend' : null);
  const shown = columns.map(({ key, title, render, sortBy, isNumber, isActions, width }): TableColumnType<T> => ({
    key,
    title,
    render: (_, row) => render(row),
    ...(width && { width }),
    ...(isNumber && { align: 'right', className: 'numbers' }),
    ...(isActions && { align: 'right', className: styles.rowActions as string }),
    ...(sortBy &&
      onSort && {
        sorter: true,
        sortOrder: direction(sortBy),
        showSorterTooltip: false,
        sortDirections: ['ascend', 'descend', 'ascend'],
      }),
  }));
  const changed: TableProps<T>['onChange'] = (_page, _filters, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
    const field = columns.find(({ key }) => key === columnKey)?.sortBy;
    if (field) onSort?.(order === 'descend' ? `-${field}` : field);
  };
  return (
    <Table
      aria-label={label}
      rowKey={keyOf}
      size="middle"
      columns={shown}
      dataSource={rows}
      onChange={changed}
      pagination={false}
      {...(onOpen && {
        onRow: (row) => ({
          onClick: (event) => isOutsideControls(event) && onOpen(row),
          className: styles.opens as string,
        }),
      })}
      {...(onSelect && {
        rowSelection: {
          selectedRowKeys: selected ?? [],
          preserveSelectedRowKeys: true,
          onChange: (keys) => onSelect(keys.map(String)),
          getCheckboxProps: (row) =>
            ({ 'aria-label': t('Select {row}', { row: nameOf(row) }), disabled: !canSelect(row) }) as object,
        },
      })}
    />
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
