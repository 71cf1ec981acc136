import { useEffect, type PointerEvent, type ReactNode } from 'react';
import { answerText } from '../../i18n/answer-text';
import { useNotices } from './notice-store';
import { notice } from './notices';

interface Toast {
  title: ReactNode;
  description?: ReactNode;
  /** Called when the toast is gone: by itself, by the person, or because of the next one. */
  onEnd?: () => void;
}

const swipeThreshold = 50;
/** Seconds; a success needs less time to read than a failure, which stays for the default five. */
const successSeconds = 3;
let shown = 0;

/** Dragging the toast to the right dismisses it; released too early, it moves back. */
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

function Ending({ onEnd, children }: { onEnd: (() => void) | undefined; children: ReactNode }) {
  useEffect(() => onEnd, [onEnd]);
  return children;
}

const show = (type: 'success' | 'info' | 'error', role: 'status' | 'alert') => (toast: Toast) => {
  const key = `toast-${++shown}`;
  notice((notification) =>
    notification[type]({
      key,
      role,
      className: 'toast',
      ...(type === 'success' && { duration: successSeconds }),
      props: swipeRight(() => notification.destroy(key)),
      title: toast.title,
      description: (
        <Ending onEnd={toast.onEnd}>
          {/* answers of the API are in English */}
          {typeof toast.description === 'string' ? answerText(toast.description) : toast.description}
        </Ending>
      ),
    }),
  );
};

/** Closes what is shown, because it is no longer true. */
function clear() {
  if (useNotices.getState().Host) notice((notification) => notification.destroy());
}

const toasts = {
  success: show('success', 'status'),
  info: show('info', 'status'),
  destructive: show('error', 'alert'),
  clear,
};

/**
 * For results that the screen does not show itself; `destructive` is for failures. One at a time: a new toast replaces the
 * previous one.
 */
export const useToast = () => toasts;
