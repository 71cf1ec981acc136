/** Pinning a pinned folder again leaves it in its place. */
export const pinTime = (pinnedAt: Date | null, pinned: boolean, now: Date): Date | null =>
  pinned ? (pinnedAt ?? now) : null;
