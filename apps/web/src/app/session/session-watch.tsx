import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQuery } from '../../api/queries';
import { restartLogin, useAuth } from '../../session/auth.store';
import { readToken } from '../../session/token';

const cookiePollMs = 300;

/** Loads the user of a new token; resets all queries when the user changed. */
async function loadSession(client: QueryClient) {
  const before = useAuth.getState().user?.id;
  await client.prefetchQuery({ ...meQuery, staleTime: 0 });
  if (before && before !== useAuth.getState().user?.id) await client.resetQueries();
}

/**
 * Keeps the client state in line with the cookie. A token that disappears (here, in another tab, by expiry) restarts the
 * login; a new or changed token loads its user. History moves are checked at once, so that browser back never shows a
 * signed-in screen without a token.
 */
export function SessionWatch() {
  const client = useQueryClient();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  useQuery({ ...meQuery, enabled: isAuthenticated });

  useEffect(() => {
    // not on the way in: that would throw away the call that restores the session, and send it again
    if (isAuthenticated) return () => client.clear();
  }, [client, isAuthenticated]);

  useEffect(() => {
    let seen = readToken();
    const check = () => {
      const token = readToken();
      if (!token && useAuth.getState().isAuthenticated) restartLogin();
      if (token && token !== seen) void loadSession(client);
      seen = token;
    };
    check();
    const timer = setInterval(check, cookiePollMs);
    addEventListener('popstate', check);
    addEventListener('pageshow', check);
    return () => {
      clearInterval(timer);
      removeEventListener('popstate', check);
      removeEventListener('pageshow', check);
    };
  }, [client]);

  return null;
}
