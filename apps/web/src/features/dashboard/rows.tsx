import { useQuery } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import type { TransferItem } from '@tradepost/contracts/requests';
import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state';
import { formatBytes } from '../../ui/format';
import { TimeText } from '../../ui/time-text';
import { activityQuery } from './api';
import { Panel } from './panel';

interface RowProps {
  title: ReactNode;
  text: ReactNode;
  extra?: ReactNode;
}

export function Row({ title, text, extra }: RowProps) {
  return (
    <Flex role="listitem" className="list-row" gap={12} align="center" wrap style={{ padding: '10px 0' }}>
      <div style={{ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <div>{title}</div>
        <Typography.Text type="secondary" style={{ fontSize: 13 }}>
          {text}
        </Typography.Text>
      </div>
      {extra}
    </Flex>
  );
}

export const transferText = ({ files, size }: Pick<TransferItem, 'files' | 'size'>) =>
  `${files} ${files === 1 ? 'file' : 'files'}, ${formatBytes(size)}`;

export function Activity({ user }: { user: User }) {
  return (
    <Panel
      title="Recent activity"
      more={{ to: '/logs', text: 'All Logs' }}
      query={useQuery(activityQuery(user))}
      isEmpty={(entries) => entries.length === 0}
      empty={
        <EmptyState title="Nothing happened yet" text="Uploads, deliveries, requests and downloads appear here." />
      }
    >
      {(entries) => (
        <div role="list">
          {entries.map(({ message, created_at }, i) => (
            <Row key={`${created_at}-${i}`} title={message} text={<TimeText iso={created_at} />} />
          ))}
        </div>
      )}
    </Panel>
  );
}
