import { useAuth } from '../../session/auth.store';
import { afterPaint } from '../../ui/busy/after-paint';

const SessionTasks = afterPaint(async () => (await import('./session-tasks')).SessionTasks);

/** What runs next to every screen of a signed-in person, which does not wait for it; guests do not load it. */
export function SignedIn() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  return isAuthenticated && <SessionTasks />;
}
