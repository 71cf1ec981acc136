import { queryOptions, skipToken } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import type { User } from '@tradepost/contracts/identity';
import type { FolderView } from '@tradepost/contracts/storage';
import { useAuth } from '../session/auth.store';
import { useFolders } from '../session/folder.store';
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

const archiveProgressKey = (transferId: string) => ['archive-progress', transferId];

/** Percent of an archive that stands, as the server tells while it is built; nothing where it has not. */
export const archiveProgressQuery = (transferId: string) =>
  queryOptions<number>({ queryKey: archiveProgressKey(transferId), queryFn: skipToken });

/** How far the walk through the log is that this admin asked for. */
export const auditProgressQuery = queryOptions<{ entries: number; of: number }>({
  queryKey: ['audit-progress'],
  queryFn: skipToken,
});

/** Partners whose registration was approved. */
export const verifiedPartnersQuery = queryOptions({
  queryKey: ['partners', 'verified'],
  queryFn: ({ signal }) => send(routes.verifiedPartners, {}, { signal }),
});

/** The company's folders; those of the last visit stand in until the answer comes. */
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
export const receivedQuery = (user: User) =>
  queryOptions({
    queryKey: ['received'],
    queryFn: async ({ signal }) => {
      const receivedFiles = await send(routes.received, { email: user.email }, { signal });
      useFolders.setState({ receivedFiles });
      return receivedFiles;
    },
  });
