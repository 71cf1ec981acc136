import { Table, type TableColumnType, type TableProps } from 'antd';
import type { DataTableProps } from './data-table-props';
import { isOutsideControls } from './outside-controls';
import { useFolding } from './cards/use-folding';
import { t } from '../../i18n/t';
import styles from './data-table.module.css';

/** The rows of a list as a table, for wide screens. */
export function TableRows<T extends object>({
  label,
  columns,
  rows,
  keyOf,
  nameOf,
  selected,
  onSelect,
  canSelect = () => true,
  sort = '',
  onSort,
  onOpen,
}: DataTableProps<T>) {
  const direction = (field: string) => (sort === field ? 'ascend' : sort === `-${field}` ? 'descend' : null);
  const { place, unfolded } = useFolding(columns);
  const shown = unfolded.map(({ key, title, render, sortBy, isNumber, isActions, width }): TableColumnType<T> => ({
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
    <div ref={place}>
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
    </div>
  );
}
