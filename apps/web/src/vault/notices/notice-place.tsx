import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useUser } from '../../session/auth.store';

const key = 'key-notice';

interface Remembered {
  userId: string;
  /** In pixels. */
  height: number;
}

/** The height at the last visit, 0 without a notice; undefined at this person's first visit in this browser. */
function remembered(userId: string): number | undefined {
  try {
    const last = JSON.parse(localStorage.getItem(key) ?? 'null') as Remembered | null;
    return last?.userId === userId ? last.height : undefined;
  } catch {
    return undefined;
  }
}

/** How long a first visit waits for the notice, which is requested at once. */
const waitMs = 5_000;

/** Whether what is below the notice may be shown: it would move when an unexpected notice appears above it. */
export function useIsPlaceKnown(isKnown: boolean): boolean {
  const { id: userId } = useUser();
  const [isHeld] = useState(() => remembered(userId) !== undefined);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), waitMs);
    return () => clearTimeout(timer);
  }, []);
  return isKnown || isHeld || isOver;
}

/** Holds the place of a notice that this person had at the last visit, until it is known again: what is below does not move. */
export function NoticePlace({ isKnown, children }: { isKnown: boolean; children: ReactNode }) {
  const { id: userId } = useUser();
  const place = useRef<HTMLDivElement>(null);
  const hasNotice = children !== null;
  useLayoutEffect(() => {
    if (!isKnown) return;
    const height = hasNotice ? (place.current?.offsetHeight ?? 0) : 0;
    localStorage.setItem(key, JSON.stringify({ userId, height } satisfies Remembered));
  }, [isKnown, hasNotice, userId]);
  if (hasNotice) return <div ref={place}>{children}</div>;
  const height = isKnown ? 0 : (remembered(userId) ?? 0);
  return height > 0 ? <div aria-hidden style={{ '--height': `${height}px` }} className="held-place" /> : null;
}
