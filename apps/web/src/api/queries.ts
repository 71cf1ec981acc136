import { queryOptions } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import type { User } from '@tradepost/contracts/identity';
import { useAuth } from '../session/auth.store';
import { send } from './send';

/** Who is signed in, as the server has it now: the KYC status may change at any time. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await send(routes.me, {}, { signal });
    useAuth.setState({ user: me.user, email: me.user.email, isAuthenticated: true });
    return me;
  },
  refetchInterval: 60_000,
});

/** Storage in use; every 60 seconds. Not for a company whose registration is pending: the API refuses it. */
export const statsQuery = (user: User) =>
  queryOptions({
    queryKey: ['stats'],
    queryFn: ({ signal }) => send(routes.stats, {}, { signal }),
    enabled: user.kycStatus !== 'Pending' && user.companyId !== null,
    refetchInterval: 60_000,
  });
