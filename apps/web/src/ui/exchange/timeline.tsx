import type { RequestDetails } from '@tradepost/contracts/requests';
import { isOwner } from '@tradepost/contracts/roles';
import { Typography } from 'antd';
import { useUser } from '../../session/auth.store';
import { formatDate } from '../feedback/format';
import { TimeText } from '../feedback/time-text';
import { timelineOf, type TimelineEntry } from './history';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';
import styles from './exchange.module.css';

const tones: Record<TimelineEntry['kind'], string | undefined> = {
  requested: undefined,
  signed: undefined,
  approved: undefined,
  'approvals-removed': undefined,
  assigned: undefined,
  accepted: styles.good,
  rejected: styles.bad,
  extended: undefined,
  downloaded: styles.good,
  revoked: styles.bad,
  expired: undefined,
  next: styles.next,
};

/** What happened to a request and its transfer, and what comes next. */
export function Timeline({ details }: { details: RequestDetails }) {
  return (
    <ol aria-label={t('Timeline')} className={`${layout.bareList} ${styles.timeline}`}>
      {timelineOf(details, isOwner(useUser())).map((entry) => (
        <li key={entry.key} className={`${styles.step} ${tones[entry.kind] ?? ''}`}>
          <div className={layout.breakWords}>
            {entry.kind === 'next' && <span className={styles.nextLabel}>{t('Next:')} </span>}
            {entry.text}
            {entry.reason && `: ${entry.reason}`}
          </div>
          {entry.until && (
            <Typography.Text type="secondary" className={`numbers ${layout.block} ${layout.small}`}>
              {t('Available until {until}', { until: formatDate(entry.until) })}
            </Typography.Text>
          )}
          {entry.at && (
            <Typography.Text type="secondary" className={`numbers ${layout.block} ${layout.small}`}>
              <TimeText iso={entry.at} isRelative /> · {formatDate(entry.at)}
            </Typography.Text>
          )}
        </li>
      ))}
    </ol>
  );
}
