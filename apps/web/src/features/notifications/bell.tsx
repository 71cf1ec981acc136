import { BellOutlined } from '@ant-design/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Notice } from '@tradepost/contracts/notification';
import { Badge, Button, Drawer, Flex, Typography } from 'antd';
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
    <>
      <Badge count={unread} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={<BellOutlined />}
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          onClick={() => setOpen(true)}
        />
      </Badge>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        placement="right"
        size={400}
        title="Notifications"
        extra={<MarkAll unread={unread} />}
        styles={{ body: { padding: 0 } }}
      >
        <Feed onGo={() => setOpen(false)} />
      </Drawer>
    </>
  );
}

function MarkAll({ unread }: { unread: number }) {
  const markRead = useMarkRead();
  return (
    <Button
      size="small"
      disabled={unread === 0}
      loading={markRead.isPending}
      onClick={() => markRead.mutate(undefined)}
    >
      Mark all as read
    </Button>
  );
}

function Feed({ onGo }: { onGo: () => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(feedQuery);
  const markRead = useMarkRead();
  const notices = data?.pages.flatMap(({ items }) => items) ?? [];
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <SkeletonList />;
  if (notices.length === 0) return <EmptyState title="No notifications yet" text="What partners do appears here." />;
  const go = ({ id, readAt }: Notice) => {
    if (!readAt) markRead.mutate([id]);
    onGo();
  };
  return (
    <>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {notices.map((notice) => (
          <Row key={notice.id} notice={notice} onGo={() => go(notice)} />
        ))}
      </ul>
      {hasNextPage && (
        <Flex justify="center" style={{ padding: 12 }}>
          <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Flex>
      )}
    </>
  );
}

function Row({ notice, onGo }: { notice: Notice; onGo: () => void }) {
  return (
    <li className="list-row">
      <Link
        to={placeOf(notice)}
        onClick={onGo}
        style={{ display: 'flex', gap: 10, padding: '10px 16px', color: 'inherit' }}
      >
        <Badge
          status={notice.readAt ? 'default' : 'processing'}
          text={<span className="sr-only">{notice.readAt ? 'Read' : 'Unread'}</span>}
        />
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
