import { useInfiniteQuery } from '@tanstack/react-query';
import type { NotificationView } from '@tradepost/contracts/notification';
import { Badge, Button, Drawer, Flex, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { TimeText } from '../../ui/feedback/time-text';
import { feedQuery, useMarkRead } from './api';
import { linkOf, textOf } from './texts';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import { endSide } from '../../ui/layout/sides';
import styles from './bell.module.css';

interface FeedDrawerProps {
  isOpen: boolean;
  unread: number;
  onClose: () => void;
}

/** The notifications, newest first. */
export function FeedDrawer({ isOpen, unread, onClose }: FeedDrawerProps) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement={endSide}
      closable={{ placement: 'end' }}
      size={400}
      title={t('Notifications')}
      extra={<MarkAll unread={unread} />}
      styles={{ body: { padding: 0 } }}
    >
      <Feed onGo={onClose} />
    </Drawer>
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
      {t('Mark all as read')}
    </Button>
  );
}

function Feed({ onGo }: { onGo: () => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(feedQuery);
  const markRead = useMarkRead();
  const notices = data?.pages.flatMap(({ items }) => items) ?? [];
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <SkeletonList />;
  if (notices.length === 0)
    return <EmptyState title={t('No notifications yet')} text={t('Activity of your partners appears here.')} />;
  const go = ({ id, readAt }: NotificationView) => {
    if (!readAt) markRead.mutate([id]);
    onGo();
  };
  return (
    <>
      <ul className={layout.bareList}>
        {notices.map((notice) => (
          <Row key={notice.id} notice={notice} onGo={() => go(notice)} />
        ))}
      </ul>
      {hasNextPage && (
        <Flex justify="center" className={styles.footer}>
          <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </Flex>
      )}
    </>
  );
}

function Row({ notice, onGo }: { notice: NotificationView; onGo: () => void }) {
  return (
    <li className="list-row">
      <Link to={linkOf(notice)} onClick={onGo} className={styles.link}>
        <Badge
          status={notice.readAt ? 'default' : 'processing'}
          text={<span className="sr-only">{notice.readAt ? t('Already read') : t('Unread')}</span>}
        />
        <span className={`${layout.breakWords} ${layout.shrinkable}`}>
          {textOf(notice)}
          <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
            <TimeText iso={notice.createdAt} isRelative />
          </Typography.Text>
        </span>
      </Link>
    </li>
  );
}
