import type { FileProfile } from '@tradepost/contracts/storage';
import { Flex, Typography } from 'antd';
import styles from './column-profile.module.css';

const shownColumns = 12;
const count = new Intl.NumberFormat('en');

/** Row count, columns and column types of a table. */
export function ColumnProfile({ profile: { rows, columns, sheet } }: { profile: FileProfile }) {
  const more = columns.length - shownColumns;
  return (
    <div>
      <Typography.Text className="numbers">
        <strong>{count.format(rows)}</strong> {rows === 1 ? 'row' : 'rows'}, <strong>{columns.length}</strong>{' '}
        {columns.length === 1 ? 'column' : 'columns'}
        {sheet && ` in the sheet ${sheet}`}
      </Typography.Text>
      <Flex component="ul" gap={6} wrap className={styles.columns}>
        {columns.slice(0, shownColumns).map(({ name, type, empty = 0 }, i) => (
          <li key={i} className={styles.chip} title={empty > 0 ? `${count.format(empty)} empty` : undefined}>
            <span>{name}</span> <span className={styles.type}>{type}</span>
          </li>
        ))}
        {more > 0 && <li className={styles.chip}>+{more} more</li>}
      </Flex>
    </div>
  );
}
