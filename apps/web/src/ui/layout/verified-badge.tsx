import { SafetyCertificateFilled } from '@ant-design/icons';
import type { Verification } from '@tradepost/contracts/values/verification';
import { useEffect, useId, useRef, useState } from 'react';
import { formatDay } from '../feedback/format';
import { t } from '../../i18n/t';
import { withAllStyles } from './all-styles';
import type { VerifiedDetails } from './verified-details';
import styles from './verified-badge.module.css';

interface VerifiedBadgeProps {
  verified: Verification | null | undefined;
  /** The company; the own company when omitted. */
  companyName?: string;
}

/** Long enough to move the pointer from the badge to its details. */
const leaveMs = 100;

/** Marks a company with an approved registration; details on hover, focus or press. */
export function VerifiedBadge({ verified, companyName }: VerifiedBadgeProps) {
  const [isOpen, setIsOpen] = useState(false);
  // loaded with their first use: few people ask for them
  const [Details, setDetails] = useState<typeof VerifiedDetails | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  useEffect(() => () => clearTimeout(leaving.current), []);
  if (!verified) return null;
  const day = formatDay(verified.at);
  const show = () => {
    clearTimeout(leaving.current);
    setIsOpen(true);
    if (!Details)
      void withAllStyles(import('./verified-details')).then(
        (loaded) => setDetails(() => loaded.VerifiedDetails),
        // without a network the next try may load them
        () => undefined,
      );
  };
  const hide = () => {
    leaving.current = setTimeout(() => setIsOpen(false), leaveMs);
  };
  return (
    <span className={styles.frame} onMouseEnter={show} onMouseLeave={hide} onFocus={show} onBlur={hide}>
      <button
        type="button"
        className={`${styles.badge} tone-gold`}
        aria-label={
          companyName
            ? t('{companyName} is verified since {day}', { companyName, day })
            : t('Verified since {day}', { day })
        }
        aria-expanded={isOpen}
        aria-describedby={isOpen && Details ? id : undefined}
        onClick={(event) => {
          // a click on the badge must not select the row
          event.stopPropagation();
          show();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          event.stopPropagation();
          setIsOpen(false);
        }}
      >
        <SafetyCertificateFilled aria-hidden /> {t('Verified')}
      </button>
      {Details && (
        <Details id={id} verified={verified} companyName={companyName ?? t('This company')} day={day} isOpen={isOpen} />
      )}
    </span>
  );
}
