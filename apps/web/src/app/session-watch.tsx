import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQuery } from '../api/queries';
import { restartLogin, useAuth } from '../session/auth.store';
import { readToken } from '../session/token';

const cookiePollMs = 300;

/** Loads the user of a token that has just come; what was read as somebody else is read again. */
async function adopt(client: QueryClient) {
  const before = useAuth.getState().user?.id;
  await client.prefetchQuery({ ...meQuery, staleTime: 0 });
  if (before && before !== useAuth.getState().user?.id) await client.resetQueries();
}

/**
 * Keeps the client state and the cookie of one mind: a token that went (here, in another tab, by its age)
 * restarts the login, one that came or changed loads its user. History moves are checked at once, so that
 * going back never shows a signed-in screen without a token.
 */
export function SessionWatch() {
  const client = useQueryClient();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  useQuery({ ...meQuery, enabled: isAuthenticated });

  useEffect(() => {
    if (!isAuthenticated) client.clear();
  }, [client, isAuthenticated]);

  useEffect(() => {
    let seen = readToken();
    const check = () => {
      const token = readToken();
      if (!token && useAuth.getState().isAuthenticated) restartLogin();
      if (token && token !== seen) void adopt(client);
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
