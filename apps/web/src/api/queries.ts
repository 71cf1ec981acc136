import { queryOptions, skipToken } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import type { User } from '@tradepost/contracts/identity';
import type { FolderView } from '@tradepost/contracts/storage';
import { useAuth } from '../session/auth.store';
import { useFolders } from '../session/folder.store';
import { send } from './send';

/** The signed-in user as the server has it now: the KYC status may change at any time. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await send(routes.me, {}, { signal });
    useAuth.setState({ user: me.user, email: me.user.email, isAuthenticated: true });
    return me;
  },
  refetchInterval: 60_000,
});

/** Used storage, every 60 seconds. Not while the registration is pending: the API refuses it. */
export const statsQuery = (user: User) =>
  queryOptions({
    queryKey: ['stats'],
    queryFn: ({ signal }) => send(routes.stats, {}, { signal }),
    enabled: user.kycStatus !== 'Pending' && user.companyId !== null,
    refetchInterval: 60_000,
  });

const archiveProgressKey = (transferId: string) => ['archive-progress', transferId];

/** Percent of an archive that is built, from live updates; undefined before the first. */
export const archiveProgressQuery = (transferId: string) =>
  queryOptions<number>({ queryKey: archiveProgressKey(transferId), queryFn: skipToken });

/** Progress of the log verification that this admin started. */
export const auditProgressQuery = queryOptions<{ entries: number; of: number }>({
  queryKey: ['audit-progress'],
  queryFn: skipToken,
});

/** Invitations of the own company to partners. */
export const sentInvitationsQuery = (user: User) =>
  queryOptions({
    queryKey: ['invitations', 'sent'],
    queryFn: async ({ signal }) => {
      const invitedList = await send(routes.sentInvitations, { id: user.id }, { signal });
      useAuth.setState({ invitedList, pendingrequest: invitedList.filter(({ status }) => status === 'pending') });
      return invitedList;
    },
  });

/** Invitations of companies to this person. */
export const receivedInvitationsQuery = (user: User) =>
  queryOptions({
    queryKey: ['invitations', 'received'],
    queryFn: async ({ signal }) => {
      const recivedrequest = await send(routes.receivedInvitations, { email: user.email }, { signal });
      useAuth.setState({ recivedrequest: recivedrequest.filter(({ status }) => status === 'pending') });
      return recivedrequest;
    },
  });

/** Partners with an approved registration. */
export const verifiedPartnersQuery = queryOptions({
  queryKey: ['partners', 'verified'],
  queryFn: ({ signal }) => send(routes.verifiedPartners, {}, { signal }),
});

/** The company's folders; shows those of the last visit until the answer arrives. */
export const foldersQuery = queryOptions<FolderView[]>({
  queryKey: ['folders'],
  queryFn: async ({ signal }) => {
    const folders = await send(routes.folders, {}, { signal });
    useFolders.setState({ folders });
    return folders;
  },
  placeholderData: () => {
    const { folders } = useFolders.getState();
    return folders.length > 0 ? folders : undefined;
  },
});

/** Folders other companies delivered to this user. */
export const receivedQuery = queryOptions({
  queryKey: ['received'],
  queryFn: async ({ signal }) => {
    const receivedFiles = await readAllPages((page) =>
      send(routes.receivedFolders, { page, pageSize: 200 }, { signal }),
    );
    useFolders.setState({ receivedFiles });
    return receivedFiles;
  },
});

/** A request with its transfer and history, for either party. */
export const requestDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'details', id],
    queryFn: ({ signal }) => send(routes.requestDetails, { id }, { signal }),
  });
