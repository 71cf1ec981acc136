import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ask } from '../../ui/question/ask';
import { t } from '../../i18n/t';

interface LeaveGuardProps {
  /** There are unsaved changes. */
  active: boolean;
  /** An upload runs that survives a change of screen, but not closing the page. */
  sending: boolean;
  /** Saves before leaving; without it the person is asked. */
  save: (() => Promise<void>) | undefined;
}

/** Saves unsaved input before another screen opens, or asks whether to discard it. */
export function LeaveGuard({ active, sending, save }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!active && !sending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [active, sending]);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isLatest = true;
    let takeBack: (() => void) | undefined;
    const askFirst = () => {
      takeBack = ask({
        title: t('Leave without saving?'),
        content: t('Unsaved changes will be lost.'),
        okText: t('Leave'),
        okButtonProps: { danger: true },
        cancelText: t('Stay'),
        autoFocusButton: 'cancel',
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
