import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useAuth } from '../../session/auth.store';
import type { Hit } from './hits';

const shown = 5;

interface Recent {
  recent: Hit[];
}

/** What the person opened from a search last, on this device. */
export const useRecent = create<Recent>()(persist((): Recent => ({ recent: [] }), { name: 'recent-searches' }));

export const remember = (hit: Hit) =>
  useRecent.setState(({ recent }) => ({ recent: [hit, ...recent.filter(({ to }) => to !== hit.to)].slice(0, shown) }));

export const forgetRecent = () => useRecent.setState({ recent: [] });

/** Signing out removes everything stored about the person. */
useAuth.subscribe(({ user }, before) => {
  if (!user && before.user) forgetRecent();
});
