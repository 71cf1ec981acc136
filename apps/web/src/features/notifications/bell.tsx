import { BellOutlined } from '@ant-design/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import { useState } from 'react';
import { onDemand } from '../../ui/layout/on-demand';
import { feedQuery } from './api';
import { t } from '../../i18n/t';

const FeedDrawer = onDemand(async () => (await import('./feed-drawer')).FeedDrawer);

/** The notifications and the number of unread ones. */
export function Bell() {
  // once opened, it stays on the page, to close with its motion
  const [opened, setOpened] = useState<'open' | 'closed'>();
  const feed = useInfiniteQuery(feedQuery);
  const unread = feed.data?.pages[0]?.unread ?? 0;
  return (
    <>
      <Badge count={unread} size="small" offset={[-7, 9]}>
        <Button
          type="text"
          icon={<BellOutlined aria-hidden />}
          aria-label={unread === 0 ? t('Notifications') : t('Notifications, {unread} unread', { unread })}
          onClick={() => setOpened('open')}
        />
      </Badge>
      {opened && <FeedDrawer isOpen={opened === 'open'} unread={unread} onClose={() => setOpened('closed')} />}
    </>
  );
}
