import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useAuth } from '../../session/auth.store';
import type { Hit } from './hits';

const shown = 5;

interface Recent {
  /** The person they belong to: a session can end while this page is closed, and another person may sign in next. */
  userId: string | null;
  recent: Hit[];
}

const none: Recent = { userId: null, recent: [] };
const noHits: Hit[] = [];

const useStored = create<Recent>()(persist(() => none, { name: 'recent-searches' }));
const ownOf = ({ userId, recent }: Recent, id: string | undefined) => (id === userId ? recent : noHits);

/** What the person opened from a search last, on this device. */
export function useRecent(): Hit[] {
  const id = useAuth(({ user }) => user?.id);
  return useStored((stored) => ownOf(stored, id));
}

export function remember(hit: Hit): void {
  const userId = useAuth.getState().user?.id;
  if (!userId) return;
  useStored.setState((stored) => ({
    userId,
    recent: [hit, ...ownOf(stored, userId).filter(({ to }) => to !== hit.to)].slice(0, shown),
  }));
}

export const forgetRecent = () => useStored.setState(none);

/** Signing out removes everything stored about the person. */
useAuth.subscribe(({ user }, before) => {
  if (!user && before.user) forgetRecent();
});
