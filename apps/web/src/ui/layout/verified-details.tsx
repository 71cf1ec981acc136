import type { Verification } from '@tradepost/contracts/values/verification';
import { Popover } from 'antd';
import { t } from '../../i18n/t';
import styles from './verified-badge.module.css';

interface VerifiedDetailsProps {
  id: string;
  verified: Verification;
  companyName: string;
  day: string;
  isOpen: boolean;
}

/** What the badge says in full, placed where the badge is. */
export function VerifiedDetails({ id, verified, companyName, day, isOpen }: VerifiedDetailsProps) {
  const details = (
    <div id={id} className={styles.details}>
      {t('{companyName} was verified on {day}. Checked:', { companyName, day })}
      <ul className={styles.lines}>
        {verified.checked.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </div>
  );
  return (
    <Popover content={details} trigger={[]} open={isOpen}>
      <span aria-hidden className={styles.place} />
    </Popover>
  );
}
