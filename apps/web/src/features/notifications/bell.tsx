import { BellOutlined } from '@ant-design/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import { useState } from 'react';
import { onDemand } from '../../ui/layout/on-demand';
import { feedQuery } from './api';
import { t } from '../../i18n/t';
import styles from './bell.module.css';

const FeedDrawer = onDemand(async () => (await import('./feed-drawer')).FeedDrawer);

/** The notifications and the number of unread ones. */
export function Bell() {
  // once opened, it stays on the page, to close with its motion
  const [opened, setOpened] = useState<'open' | 'closed'>();
  const feed = useInfiniteQuery(feedQuery);
  const unread = feed.data?.pages[0]?.unread ?? 0;
  return (
    <>
      <Button
        type="text"
        icon={
          // at the corner of the bell, whatever size the button has
          <Badge count={unread} size="small">
            <BellOutlined aria-hidden className={styles.bell} />
          </Badge>
        }
        aria-label={unread === 0 ? t('Notifications') : t('Notifications, {unread} unread', { unread })}
        onClick={() => setOpened('open')}
      />
      {opened && <FeedDrawer isOpen={opened === 'open'} unread={unread} onClose={() => setOpened('closed')} />}
    </>
  );
}
