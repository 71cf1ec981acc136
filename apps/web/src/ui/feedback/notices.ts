import type { notification } from 'antd';
import type { ComponentType } from 'react';
import { create } from 'zustand';

type Notification = ReturnType<typeof notification.useNotification>[0];
type Notice = (shown: Notification) => void;

interface Notices {
  /** Calls that wait for the host. */
  waiting: Notice[];
  /** Shows them; loaded with the first key or press, because nothing shows a notice before. */
  Host: ComponentType | null;
}

export const useNotices = create<Notices>(() => ({ waiting: [], Host: null }));

let loading: Promise<void> | null = null;

export function loadNotices(): Promise<void> {
  loading ??= import('./notice-host').then(
    ({ NoticeHost }) => useNotices.setState({ Host: NoticeHost }),
    // without a network the next press tries again
    () => void (loading = null),
  );
  return loading;
}

/** Shows, changes or removes a notice. */
export function notice(call: Notice): void {
  useNotices.setState(({ waiting }) => ({ waiting: [...waiting, call] }));
  void loadNotices();
}
