import { notification } from 'antd';
import { useEffect } from 'react';
import { useNotices } from './notice-store';

/** Where notices appear. */
export function NoticeHost() {
  const [shown, holder] = notification.useNotification({
    maxCount: 1,
    placement: 'bottomRight',
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
