import { App } from 'antd';
import { useMemo, type PointerEvent, type ReactNode } from 'react';

export interface Toast {
  title: ReactNode;
  description?: ReactNode;
}

const swipeThreshold = 50;
let shown = 0;

/** Dragging the notice to the right takes it away; let go too early, it springs back. */
function swipeRight(dismiss: () => void) {
  let from: number | null = null;
  const moved = ({ clientX }: PointerEvent) => (from === null ? 0 : Math.max(0, clientX - from));
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('a, button')) return;
      from = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (from !== null) event.currentTarget.style.translate = `${moved(event)}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
      if (moved(event) >= swipeThreshold) dismiss();
      event.currentTarget.style.translate = '';
      from = null;
    },
    onPointerCancel: (event: PointerEvent<HTMLDivElement>) => {
      event.currentTarget.style.translate = '';
      from = null;
    },
  };
}

/**
 * For what happened elsewhere than under the reader's eyes; `destructive` is for what failed.
 * One at a time: a new toast takes the place of the one before.
 */
export function useToast() {
  const { notification } = App.useApp();
  return useMemo(() => {
    const show = (type: 'success' | 'info' | 'error', role: 'status' | 'alert') => (toast: Toast) => {
      const key = `toast-${++shown}`;
      notification[type]({
        key,
        role,
        className: 'toast',
        props: swipeRight(() => notification.destroy(key)),
        ...toast,
      });
    };
    return { success: show('success', 'status'), info: show('info', 'status'), destructive: show('error', 'alert') };
  }, [notification]);
}
