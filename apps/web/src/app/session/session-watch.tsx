import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { meQuery } from '../../api/queries';
import { onLeave, restartLogin, useAuth } from '../../session/auth.store';
import { readToken } from '../../session/token';

const cookiePollMs = 300;

/** Removes what was loaded for another person or company. */
function forgetAnswers(client: QueryClient) {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
  // parts that stay on the page use it
  void client.resetQueries({ queryKey: meQuery.queryKey });
}

/**
 * Keeps the client state in line with the cookie. A token that disappears (here, in another tab, by expiry) restarts the
 * login; a new or changed token loads its user, and for another person or company the dashboard opens. History moves are checked at once,
 * so that browser back never shows a signed-in screen without a token.
 */
export function SessionWatch() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  useQuery({ ...meQuery, enabled: isAuthenticated });

  useEffect(() => {
    // not on the way in: that would throw away the call that restores the session, and send it again
    if (isAuthenticated) return () => client.clear();
  }, [client, isAuthenticated]);

  useEffect(
    () =>
      onLeave((next) => {
        if (!next) return;
        forgetAnswers(client);
        void navigate('/');
      }),
    [client, navigate],
  );

  useEffect(() => {
    let seen = readToken();
    const check = () => {
      const token = readToken();
      if (!token && useAuth.getState().isAuthenticated) restartLogin();
      if (token && token !== seen) void client.prefetchQuery({ ...meQuery, staleTime: 0 });
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
