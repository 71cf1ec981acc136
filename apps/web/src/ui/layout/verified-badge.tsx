import { SafetyCertificateFilled } from '@ant-design/icons';
import type { Verification } from '@tradepost/contracts/values/verification';
import { Popover } from 'antd';
import { useId, useState } from 'react';
import { formatDay } from '../feedback/format';
import { t } from '../../i18n/t';
import styles from './verified-badge.module.css';

interface VerifiedBadgeProps {
  verified: Verification | null | undefined;
  /** The company; the own company when omitted. */
  companyName?: string;
}

/** Marks a company with an approved registration; details on hover, focus or press. */
export function VerifiedBadge({ verified, companyName }: VerifiedBadgeProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!verified) return null;
  const day = formatDay(verified.at);
  const details = (
    <div id={id} className={styles.details}>
      {t('{companyName} was verified on {day}. Checked:', { companyName: companyName ?? t('This company'), day })}
      <ul className={styles.lines}>
        {verified.checked.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </div>
  );
  return (
    <Popover content={details} trigger={['hover', 'focus']} open={open} onOpenChange={setOpen}>
      <button
        type="button"
        className={`${styles.badge} tone-green`}
        aria-label={
          companyName
            ? t('{companyName} is verified since {day}', { companyName, day })
            : t('Verified since {day}', { day })
        }
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onClick={(event) => {
          // a click on the badge must not select the row
          event.stopPropagation();
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return;
          event.stopPropagation();
          setOpen(false);
        }}
      >
        <SafetyCertificateFilled aria-hidden /> {t('Verified')}
      </button>
    </Popover>
  );
}
