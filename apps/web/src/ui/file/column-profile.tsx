import type { FileProfile } from '@tradepost/contracts/storage';
import { Flex, Typography } from 'antd';
import { locale } from '../../i18n/language';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import styles from './column-profile.module.css';

const shownColumns = 12;
const count = new Intl.NumberFormat(locale);

/** Row count, columns and column types of a table. */
export function ColumnProfile({ profile: { rows, columns, sheet } }: { profile: FileProfile }) {
  const more = columns.length - shownColumns;
  return (
    <div>
      <Typography.Text className="numbers">
        <Rich
          text={
            '<0>{shown}</0> {rows, plural, one {row} other {rows}}, <1>{columns}</1> {columns, plural, one {column} other {columns}}'
          }
          values={{ shown: count.format(rows), rows, columns: columns.length }}
          parts={[<strong />, <strong />]}
        />
        {sheet && ` ${t('in the sheet {sheet}', { sheet })}`}
      </Typography.Text>
      <Flex component="ul" gap={8} wrap className={styles.columns}>
        {columns.slice(0, shownColumns).map(({ name, type, empty = 0 }, i) => (
          <li
            key={i}
            className={styles.chip}
            title={empty > 0 ? t('{empty} empty', { empty: count.format(empty) }) : undefined}
          >
            <span>{name}</span> <span className={styles.type}>{type}</span>
          </li>
        ))}
        {more > 0 && <li className={styles.chip}>{t('+{more} more', { more })}</li>}
      </Flex>
    </div>
  );
}
