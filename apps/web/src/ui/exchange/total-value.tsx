import type { FileTerms } from '@tradepost/contracts/storage';
import { Typography } from 'antd';
import { recordedTotals } from './totals';
import { t } from '../../i18n/t';
import styles from './exchange.module.css';

/** The total of files, one amount for each currency. */
export function TotalValue({ files }: { files: { terms: FileTerms | null }[] }) {
  const totals = recordedTotals(files);
  if (!totals) return <Typography.Text type="secondary">{t('Not recorded')}</Typography.Text>;
  return (
    <span className={`numbers ${styles.totals}`}>
      {totals.map((total) => (
        <span key={total}>{total}</span>
      ))}
    </span>
  );
}
