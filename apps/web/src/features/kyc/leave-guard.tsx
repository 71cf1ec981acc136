import { App } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

interface LeaveGuardProps {
  /** Something on the screen would be lost. */
  active: boolean;
  /** Something is on its way that goes on while other screens are shown, but not without the page. */
  sending: boolean;
  /** Stores it first; without it people are asked. */
  save: (() => Promise<void>) | undefined;
}

/** Nothing typed is lost by going to another screen: it is saved on the way, or people say that it may go. */
export function LeaveGuard({ active, sending, save }: LeaveGuardProps) {
  const { modal } = App.useApp();
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
    const ask = () =>
      modal.confirm({
        title: 'Leave without saving?',
        content: 'What you changed since it was last saved will be lost.',
        okText: 'Leave',
        okButtonProps: { danger: true },
        cancelText: 'Stay',
        autoFocusButton: 'cancel',
        onOk: () => blocker.proceed(),
        onCancel: () => blocker.reset(),
      });
    if (save)
      save().then(
        () => blocker.proceed(),
        () => void ask(),
      );
    else ask();
    // once for each attempt to leave
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);

  return null;
}
