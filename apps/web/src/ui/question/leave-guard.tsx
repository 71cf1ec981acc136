import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { t } from '../../i18n/t';
import { ask } from './ask';
import { useUnloadWarning } from './unload-warning';

interface LeaveGuardProps {
  /** There is unsaved input. */
  active: boolean;
  /** The question before another screen opens. */
  title: string;
  /** What would be lost. */
  loss: string;
  /** Saves before leaving; without it the person is asked. */
  save?: (() => Promise<void>) | undefined;
}

/** Saves unsaved input before another screen opens, or asks whether to discard it. The browser asks before the page is closed or loaded again. */
export function LeaveGuard({ active, title, loss, save }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  useUnloadWarning(active);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isLatest = true;
    let takeBack: (() => void) | undefined;
    const askFirst = () => {
      takeBack = ask({
        title,
        content: loss,
        okText: t('Leave'),
        okButtonProps: { danger: true },
        cancelText: t('Stay'),
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => blocker.proceed(),
        onCancel: () => blocker.reset(),
      });
    };
    if (save)
      save().then(
        () => isLatest && blocker.proceed(),
        () => isLatest && askFirst(),
      );
    else askFirst();
    return () => {
      isLatest = false;
      takeBack?.();
    };
    // once for each attempt to leave: of two in quick succession, no render may see the state between them
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.location]);

  return null;
}
