import type { FileTerms } from '@tradepost/contracts/storage';
import { Typography } from 'antd';
import { recordedTotals } from './totals';
import styles from './exchange.module.css';

/** The total of files, one amount for each currency. */
export function TotalValue({ files }: { files: { terms: FileTerms | null }[] }) {
  const totals = recordedTotals(files);
  if (!totals) return <Typography.Text type="secondary">Not recorded</Typography.Text>;
  return (
    <span className={`numbers ${styles.totals}`}>
      {totals.map((total) => (
        <span key={total}>{total}</span>
      ))}
    </span>
  );
}
