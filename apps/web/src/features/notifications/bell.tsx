import { BellOutlined } from '@ant-design/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Notice } from '@tradepost/contracts/notification';
import { Badge, Button, Flex, Popover, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { SkeletonList } from '../../ui/skeleton-list';
import { TimeText } from '../../ui/time-text';
import { feedQuery, useMarkRead } from './api';
import { placeOf, textOf } from './words';

/** What happened, with how much of it is new. */
export function Bell() {
  const [open, setOpen] = useState(false);
  const feed = useInfiniteQuery(feedQuery);
  const unread = feed.data?.pages[0]?.unread ?? 0;
  return (
    <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomRight" arrow={false} content={<Feed onGo={() => setOpen(false)} />} styles={{ content: { padding: 0 } }}>
      <Badge count={unread} size="small" offset={[-6, 6]}>
        <Button type="text" icon={<BellOutlined />} aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`} aria-expanded={open} />
      </Badge>
    </Popover>
  );
}

function Feed({ onGo }: { onGo: () => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(feedQuery);
  const markRead = useMarkRead();
  const notices = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label="Notifications" style={{ width: 'min(380px, calc(100vw - 32px))' }}>
      <Flex justify="space-between" align="center" style={{ padding: '12px 16px' }}>
        <Typography.Text strong>Notifications</Typography.Text>
        <Button size="small" type="link" disabled={!data?.pages[0]?.unread} loading={markRead.isPending} onClick={() => markRead.mutate(undefined)}>
          Mark all as read
        </Button>
      </Flex>
      <div style={{ maxHeight: 'min(420px, 70vh)', overflowY: 'auto' }}>
        {error && !data ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !data ? (
          <SkeletonList />
        ) : notices.length === 0 ? (
          <EmptyState title="No notifications yet" text="What partners do appears here." />
        ) : (
          <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {notices.map((notice) => (
              <Row
                key={notice.id}
                notice={notice}
                onGo={() => {
                  if (!notice.readAt) markRead.mutate([notice.id]);
                  onGo();
                }}
              />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Flex justify="center" style={{ padding: 12 }}>
            <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </Flex>
        )}
      </div>
    </section>
  );
}

function Row({ notice, onGo }: { notice: Notice; onGo: () => void }) {
  return (
    <li className="list-row">
      <Link to={placeOf(notice)} onClick={onGo} style={{ display: 'flex', gap: 10, padding: '10px 16px', color: 'inherit' }}>
        <Badge status={notice.readAt ? 'default' : 'processing'} text={<span className="sr-only">{notice.readAt ? 'Read' : 'Unread'}</span>} />
        <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {textOf(notice)}
          <Typography.Text type="secondary" style={{ display: 'block', fontSize: 13 }}>
            <TimeText iso={notice.createdAt} />
          </Typography.Text>
        </span>
      </Link>
    </li>
  );
}
