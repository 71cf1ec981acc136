import type { notification } from 'antd';
import type { ComponentType } from 'react';
import { create } from 'zustand';

type Notification = ReturnType<typeof notification.useNotification>[0];
export type Notice = (shown: Notification) => void;

interface Notices {
  /** Calls that wait for the host. */
  waiting: Notice[];
  /** Shows them; loaded with the first key or press, because nothing shows a notice before. */
  Host: ComponentType | null;
}

export const useNotices = create<Notices>(() => ({ waiting: [], Host: null }));
