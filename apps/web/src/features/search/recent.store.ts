import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { actingOf, onLeave, useAuth } from '../../session/auth.store';
import type { Hit } from './hits';

const shown = 5;

interface Recent {
  /** The person and company they belong to: a session can end while this page is closed, and another person may sign in next. */
  acting: string | null;
  recent: Hit[];
}

const none: Recent = { acting: null, recent: [] };
const noHits: Hit[] = [];

const useStored = create<Recent>()(persist(() => none, { name: 'recent-searches' }));
const ownOf = (stored: Recent, acting: string | null) =>
  acting !== null && acting === stored.acting ? stored.recent : noHits;

/** What the person opened from a search last, on this device. */
export function useRecent(): Hit[] {
  const acting = useAuth(actingOf);
  return useStored((stored) => ownOf(stored, acting));
}

export function remember(hit: Hit): void {
  const acting = actingOf(useAuth.getState());
  if (!acting) return;
  useStored.setState((stored) => ({
    acting,
    recent: [hit, ...ownOf(stored, acting).filter(({ to }) => to !== hit.to)].slice(0, shown),
  }));
}

export const forgetRecent = () => useStored.setState(none);

/** Signing out removes everything stored about the person. */
onLeave(forgetRecent);
