import { lazy, Suspense } from 'react';
import { useAuth } from '../../session/auth.store';

const SessionTasks = lazy(() => import('./session-tasks'));

/** What runs next to every screen of a signed-in person; guests do not load it. */
export function SignedIn() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  if (!isAuthenticated) return null;
  return (
    <Suspense>
      <SessionTasks />
    </Suspense>
  );
}
