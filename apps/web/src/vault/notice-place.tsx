import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useUser } from '../session/auth.store';

const key = 'key-notice';

interface Remembered {
  userId: string;
  /** In pixels. */
  height: number;
}

function remembered(userId: string): number {
  try {
    const last = JSON.parse(localStorage.getItem(key) ?? 'null') as Remembered | null;
    return last?.userId === userId ? last.height : 0;
  } catch {
    return 0;
  }
}

/** Holds the place of a notice that this person had at the last visit, until it is known again: what is below does not move. */
export function NoticePlace({ isKnown, children }: { isKnown: boolean; children: ReactNode }) {
  const { id: userId } = useUser();
  const place = useRef<HTMLDivElement>(null);
  const hasNotice = children !== null;
  useLayoutEffect(() => {
    if (!isKnown) return;
    if (!hasNotice) return localStorage.removeItem(key);
    const height = place.current?.offsetHeight ?? 0;
    localStorage.setItem(key, JSON.stringify({ userId, height } satisfies Remembered));
  }, [isKnown, hasNotice, userId]);
  if (hasNotice) return <div ref={place}>{children}</div>;
  const height = isKnown ? 0 : remembered(userId);
  return height > 0 ? <div aria-hidden style={{ '--height': `${height}px` }} className="held-place" /> : null;
}
