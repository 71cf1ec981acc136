import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { Typography } from 'antd';
import { t } from '../../i18n/t';
import { StatusTag } from '../../ui/feedback/status-tag';
import layout from '../../ui/layout/layout.module.css';
import styles from './holders.module.css';

type Shown = Pick<RecoveryState, 'set' | 'lost' | 'request'>;

function stateOf({ lost, request }: Shown, memberId: string) {
  if (lost.includes(memberId)) return <StatusTag tone="red" text={t('Share lost')} />;
  if (request?.approvedBy.includes(memberId)) return <StatusTag tone="green" text={t('Has approved')} />;
  return <StatusTag tone={request ? 'yellow' : 'blue'} text={request ? t('Not yet approved') : t('Holds a share')} />;
}

/** The members of a set of shares, and what each has done. */
export function Holders({ state }: { state: Shown }) {
  return (
    <ul aria-label={t('Members who hold shares')} className={`${layout.bareList} ${styles.holders}`}>
      {state.set?.shares.map(({ memberId, address }) => (
        <li key={memberId}>
          <Typography.Text className={layout.breakWords}>{address}</Typography.Text>
          {stateOf(state, memberId)}
        </li>
      ))}
    </ul>
  );
}

/** How many of the members who are needed have approved; screen readers hear of each. */
export function Progress({ state: { set, request } }: { state: Shown }) {
  const count = request?.approvedBy.length ?? 0;
  return (
    <Typography.Text strong role="status" className={layout.block}>
      {t('{count} of {needed} needed members have approved', { count, needed: set?.threshold ?? 0 })}
    </Typography.Text>
  );
}
