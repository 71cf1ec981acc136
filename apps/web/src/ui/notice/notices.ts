import { useNotices, type Notice } from './notice-store';
import { withAllStyles } from '../layout/all-styles';

let loading: Promise<void> | null = null;

export function loadNotices(): Promise<void> {
  loading ??= withAllStyles(import('./notice-host')).then(
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
