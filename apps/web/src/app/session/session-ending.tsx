import { lazy, Suspense, useEffect, useState } from 'react';
import { withAllStyles } from '../../ui/layout/all-styles';
import { useAuth } from '../../session/auth.store';
import { sessionEnd } from '../../session/token';

const SignInAgainDialog = lazy(async () => ({
  default: (await withAllStyles(import('./sign-in-again'))).SignInAgainDialog,
}));

const warningMs = 5 * 60 * 1000;
const checkMs = 5_000;

/** The end of the session (ms) when it is near, else null. */
function useNearEnd(active: boolean): number | null {
  const [near, setNear] = useState<number | null>(null);
  useEffect(() => {
    if (!active) return;
    const check = () => {
      const end = sessionEnd();
      setNear(end !== undefined && end - Date.now() < warningMs ? end : null);
    };
    check();
    const timer = setInterval(check, checkMs);
    return () => clearInterval(timer);
  }, [active]);
  return active ? near : null;
}

/** Warns before the session ends; signing in again here does not lose unsaved input. Single sign-on has no password to ask for. */
export function SessionEnding() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated && !state.user?.sso);
  const end = useNearEnd(isAuthenticated);
  const [put, setPut] = useState<number | null>(null);
  if (end === null || end === put) return null;
  return (
    <Suspense>
      <SignInAgainDialog end={end} onLater={() => setPut(end)} />
    </Suspense>
  );
}
