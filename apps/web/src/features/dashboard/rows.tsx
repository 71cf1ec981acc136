import { useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import type { TransferItem } from '@tradepost/contracts/requests';
import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state';
import { formatBytes } from '../../ui/feedback/format';
import { TimeText } from '../../ui/feedback/time-text';
import { activityQuery } from './api';
import { Panel } from './panel';
import { logText } from '../../i18n/log/log-text';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './dashboard.module.css';

interface RowProps {
  title: ReactNode;
  text: ReactNode;
  extra?: ReactNode;
}

export function PanelRow({ title, text, extra }: RowProps) {
  return (
    <Flex role="listitem" className={`list-row ${styles.row}`} gap={12} align="center" wrap>
      <div className={`${styles.rowText} ${layout.breakWords}`}>
        <div>{title}</div>
        <Typography.Text type="secondary" className={layout.small}>
          {text}
        </Typography.Text>
      </div>
      {extra}
    </Flex>
  );
}

export const transferText = ({ files, size }: Pick<TransferItem, 'files' | 'size'>) =>
  t('{files, plural, one {# file} other {# files}}, {size}', { files, size: formatBytes(size) });

export function Activity({ user }: { user: User }) {
  return (
    <Panel
      title={t('Recent activity')}
      more={{ to: '/logs', text: t('All Logs') }}
      query={useQuery(activityQuery(user))}
      isEmpty={(entries) => entries.length === 0}
      empty={
        <EmptyState
          isPart
          title={t('No activity yet')}
          text={t('Uploads, deliveries, requests and downloads appear here.')}
        />
      }
    >
      {(entries) => (
        <div role="list">
          {entries.map(({ message, created_at }, i) => (
            <PanelRow
              key={`${created_at}-${i}`}
              title={logText(message)}
              text={<TimeText iso={created_at} isRelative />}
            />
          ))}
        </div>
      )}
    </Panel>
  );
}
