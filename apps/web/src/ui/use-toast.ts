import { App } from 'antd';
import { useMemo, type ReactNode } from 'react';

export interface Toast {
  title: ReactNode;
  description?: ReactNode;
}

/** One at a time: a new toast takes the place of the one before. */
const key = 'toast';

/** For what happened elsewhere than under the reader's eyes; `destructive` is for what failed. */
export function useToast() {
  const { notification } = App.useApp();
  return useMemo(
    () => ({
      success: (toast: Toast) => notification.success({ key, role: 'status', ...toast }),
      info: (toast: Toast) => notification.info({ key, role: 'status', ...toast }),
      destructive: (toast: Toast) => notification.error({ key, role: 'alert', ...toast }),
    }),
    [notification],
  );
}
