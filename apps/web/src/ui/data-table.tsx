import { Checkbox, Flex, Grid, Table, theme, type TableColumnType, type TableProps } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import './data-table.css';

export interface Column<T> {
  key: string;
  title: string;
  render: (row: T) => ReactNode;
  /** The field a click on the head sorts by; none, not sortable. */
  sortBy?: string;
  /** Numbers stand right-aligned and tabular. */
  isNumber?: boolean;
  /** What one does with a row; beside its name on a card. */
  isActions?: boolean;
  width?: number;
  /** Takes the whole width of a card. */
  isWide?: boolean;
}

interface DataTableProps<T> {
  label: string;
  /** The first names the row. */
  columns: Column<T>[];
  rows: T[];
  keyOf: (row: T) => string;
  /** What to call a row when it is chosen. */
  nameOf: (row: T) => string;
  empty: ReactNode;
  /** A thin bar; the rows before stay. */
  refreshing?: boolean;
  selected?: string[];
  onSelect?: (keys: string[]) => void;
  /** Which rows may be chosen; all when left out. */
  canSelect?: (row: T) => boolean;
  /** `name` or, descending, `-name`. */
  sort?: string;
  onSort?: (sort: string) => void;
}

const any = () => true;

/** Rows of a list: a table, and cards where a table would scroll sideways. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { token } = theme.useToken();
  const { md } = Grid.useBreakpoint();
  const { rows, empty, refreshing } = props;
  return (
    <div className="data-table" aria-busy={refreshing} style={{ '--bar': token.colorPrimary } as CSSProperties}>
      {refreshing && <div className="refresh-bar" />}
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
}: DataTableProps<T>) {
  const direction = (field: string) => (sort === field ? 'ascend' : sort === `-${field}` ? 'descend' : null);
  const shown = columns.map(({ key, title, render, sortBy, isNumber, isActions, width }): TableColumnType<T> => ({
    key,
    title,
    render: (_, row) => render(row),
    ...(width && { width }),
    ...(isNumber && { align: 'right', className: 'numbers' }),
    ...(isActions && { align: 'right', className: 'row-actions' }),
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
      {...(onSelect && {
        rowSelection: {
          selectedRowKeys: selected ?? [],
          preserveSelectedRowKeys: true,
          onChange: (keys) => onSelect(keys.map(String)),
          getCheckboxProps: (row) => ({ 'aria-label': `Select ${nameOf(row)}`, disabled: !canSelect(row) }) as object,
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
    <div role="list" aria-label={label}>
      {onSelect && keys.length > 0 && (
        <Checkbox
          checked={chosenHere.length === keys.length}
          indeterminate={chosenHere.length > 0 && chosenHere.length < keys.length}
          onChange={({ target }) =>
            onSelect(
              target.checked ? [...new Set([...selected, ...keys])] : selected.filter((key) => !keys.includes(key)),
            )
          }
          style={{ padding: '8px 16px' }}
        >
          Select all
        </Checkbox>
      )}
      {rows.map((row) => (
        <div key={keyOf(row)} role="listitem" className="list-row data-card">
          <Flex gap={10} align="center">
            {onSelect && canSelect(row) && (
              <Checkbox
                aria-label={`Select ${nameOf(row)}`}
                checked={selected.includes(keyOf(row))}
                onChange={({ target }) =>
                  onSelect(target.checked ? [...selected, keyOf(row)] : selected.filter((key) => key !== keyOf(row)))
                }
              />
            )}
            <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{heading?.render(row)}</div>
            {actions?.render(row)}
          </Flex>
          <dl>
            {facts.map(({ key, title, render, isNumber, isWide }) => (
              <div key={key} style={isWide ? { gridColumn: '1 / -1' } : undefined}>
                <dt>{title}</dt>
                <dd className={isNumber ? 'numbers' : undefined}>{render(row)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}
