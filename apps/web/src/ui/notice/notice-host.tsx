import { notification } from 'antd';
import { useEffect } from 'react';
import { useIsAtLeast } from '../screen/use-is-at-least';
import { useNotices } from './notice-store';

/** Where notices appear. */
export function NoticeHost() {
  const isWide = useIsAtLeast('md');
  const [shown, holder] = notification.useNotification({
    maxCount: 1,
    // on a phone, what is pressed next is at the bottom
    placement: isWide ? 'bottomRight' : 'top',
    duration: 5,
    pauseOnHover: true,
  });
  const waiting = useNotices((state) => state.waiting);
  useEffect(() => {
    if (waiting.length === 0) return;
    useNotices.setState({ waiting: [] });
    for (const call of waiting) call(shown);
  }, [waiting, shown]);
  return holder;
}
