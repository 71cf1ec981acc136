import { useEffect } from 'react';

/** The browser asks before the page is closed or loaded again. @returns what ends this */
export function warnBeforeUnload(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', warn);
  return () => removeEventListener('beforeunload', warn);
}

/** As `warnBeforeUnload`, while the part is shown and there is something to lose. */
export const useUnloadWarning = (active: boolean) =>
  useEffect(() => (active ? warnBeforeUnload() : undefined), [active]);
