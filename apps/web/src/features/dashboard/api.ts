import { queryOptions } from '@tanstack/react-query';
import type { LogEntry } from '@tradepost/contracts/audit';
import type { Page } from '@tradepost/contracts/values/fields';
import type { User } from '@tradepost/contracts/identity';
import type { RequestView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';

const minute = 60_000;
const listed = 5;
/** Requests to load for the chart of a month. */
const counted = 200;

const pageOf = (answer: RequestView[] | Page<RequestView>) => answer as Page<RequestView>;

export const pendingRequestsQuery = (user: User) =>
  queryOptions({
    queryKey: ['requests', 'company', 'waiting'],
    queryFn: async ({ signal }) =>
      pageOf(
        await send(
          routes.companyRequests,
          { id: user.id, page: 1, pageSize: listed, status: 'pending', sort: '-createdAt' },
          { signal },
        ),
      ),
    refetchInterval: minute,
  });

export const latestRequestsQuery = (user: User) =>
  queryOptions({
    queryKey: ['requests', 'company', 'latest'],
    queryFn: async ({ signal }) =>
      pageOf(
        await send(routes.companyRequests, { id: user.id, page: 1, pageSize: counted, sort: '-createdAt' }, { signal }),
      ),
  });

export const ownRequestsQuery = (user: User) =>
  queryOptions({
    queryKey: ['requests', 'mine', 'latest'],
    queryFn: async ({ signal }) =>
      pageOf(
        await send(routes.myRequests, { id: user.id, page: 1, pageSize: counted, sort: '-createdAt' }, { signal }),
      ),
    refetchInterval: minute,
  });

export const liveTransfersQuery = queryOptions({
  queryKey: ['transfers', 'live'],
  queryFn: ({ signal }) =>
    send(routes.transfers, { page: 1, pageSize: listed, status: 'live', sort: 'expiry' }, { signal }),
});

export const liveForMeQuery = queryOptions({
  queryKey: ['transfers', 'mine', 'live'],
  queryFn: ({ signal }) =>
    send(routes.myTransfers, { page: 1, pageSize: listed, status: 'live', sort: 'expiry' }, { signal }),
  refetchInterval: minute,
});

export const invitationsQuery = (user: User) =>
  queryOptions({
    queryKey: ['invitations', 'received', 'waiting'],
    queryFn: async ({ signal }) =>
      (await send(routes.receivedInvitations, { email: user.email }, { signal })).filter(
        ({ status }) => status === 'pending',
      ),
  });

export const partnersQuery = (user: User) =>
  queryOptions({
    queryKey: ['invitations', 'sent', 'all'],
    queryFn: ({ signal }) => send(routes.sentInvitations, { id: user.id }, { signal }),
  });

export const activityQuery = (user: User) =>
  queryOptions({
    queryKey: ['logs', 'latest'],
    queryFn: async ({ signal }) =>
      ((await send(routes.logs, { id: user.id, page: 1, pageSize: 6 }, { signal })) as Page<LogEntry>).items,
    refetchInterval: minute,
  });
