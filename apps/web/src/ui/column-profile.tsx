import './table-preview.css';
import type { FileProfile } from '@tradepost/contracts/storage';
import { Flex, Typography } from 'antd';

const shownColumns = 12;
const count = new Intl.NumberFormat('en');

/** What a table holds: its rows, and each column with its type. */
export function ColumnProfile({ profile: { rows, columns, sheet } }: { profile: FileProfile }) {
  const more = columns.length - shownColumns;
  return (
    <div>
      <Typography.Text className="numbers">
        <strong>{count.format(rows)}</strong> {rows === 1 ? 'row' : 'rows'}, <strong>{columns.length}</strong>{' '}
        {columns.length === 1 ? 'column' : 'columns'}
        {sheet && ` in the sheet ${sheet}`}
      </Typography.Text>
      <Flex component="ul" gap={6} wrap style={{ listStyle: 'none', margin: '8px 0 0', padding: 0 }}>
        {columns.slice(0, shownColumns).map(({ name, type, empty = 0 }, i) => (
          <li key={i} className="column-chip" title={empty > 0 ? `${count.format(empty)} empty` : undefined}>
            <span>{name}</span> <span className="column-type">{type}</span>
          </li>
        ))}
        {more > 0 && <li className="column-chip">+{more} more</li>}
      </Flex>
    </div>
  );
}
