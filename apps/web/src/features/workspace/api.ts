import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { routes, type RouteIn } from '@tradepost/contracts/routes';
import type { FileView, FolderView } from '@tradepost/contracts/storage';
import type { User } from '@tradepost/contracts/identity';
import { mailbox } from '@tradepost/contracts/values/address';
import { foldersQuery } from '../../api/queries';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { useAuth } from '../../session/auth.store';
import { useFolders } from '../../session/folder.store';
import { t } from '../../i18n/t';

export const pageSize = 5;
export const binPageSize = 10;

export interface FileListState {
  folderId: string;
  page: number;
  q: string;
  /** The open one; with `q`, all below it. */
  directory: string;
  type: NonNullable<RouteIn<typeof routes.files>['type']>;
  sort: string;
}

export const filesQuery = ({ folderId, page, q, directory, type, sort }: FileListState) =>
  queryOptions({
    queryKey: ['files', folderId, { page, q, directory, type, sort }],
    queryFn: ({ signal }) =>
      send(routes.files, { folderId, page, pageSize, sort, type, directory, ...(q && { q }) }, { signal }),
    placeholderData: (previous, query) => (query?.queryKey[1] === folderId ? keepPreviousData(previous) : undefined),
  });

/** The files of a directory and of those in it. @throws Error for people */
export const filesBelow = async (folderId: string, directory: string) =>
  (await import('../../api/files-below')).filesBelow((query) => send(routes.files, { folderId, directory, ...query }));

export const directoriesQuery = (folderId: string, directory: string) =>
  infiniteQueryOptions({
    queryKey: ['files', folderId, 'directories', directory],
    queryFn: ({ pageParam: after, signal }) =>
      send(routes.directories, { folderId, directory, ...(after && { after }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const fileQuery = (folderId: string, fileId: string) =>
  queryOptions({
    queryKey: ['files', folderId, 'one', fileId],
    queryFn: ({ signal }) => send(routes.file, { folderId, fileId }, { signal }),
  });

export const versionsQuery = (folderId: string, fileId: string) =>
  queryOptions({
    queryKey: ['files', folderId, 'versions', fileId],
    queryFn: ({ signal }) => send(routes.versions, { folderId, fileId }, { signal }),
  });

export const binQuery = (page: number, q: string) =>
  queryOptions({
    queryKey: ['bin', { page, q }],
    queryFn: ({ signal }) => send(routes.bin, { page, pageSize: binPageSize, ...(q && { q }) }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The addresses show letters of a domain that look the same. */
export const partnersQuery = (user: User) =>
  queryOptions({
    queryKey: ['partners', 'deliverable'],
    queryFn: async ({ signal }) => {
      const ShareEmail = await send(routes.deliverableEmails, { id: user.id }, { signal });
      useAuth.setState({ ShareEmail });
      return ShareEmail.map(mailbox);
    },
  });

/** @throws Error for people if the address cannot be invited */
export async function invitePartner(email: string): Promise<void> {
  const { invited } = await send(routes.invite, { email: useAuth.getState().user?.email, emails: [email] });
  const refused = invited.find(({ status }) => status === 'invalid' || status === 'own-address');
  if (refused) throw new Error(t('{email} cannot be invited. Check the address.', { email: refused.email }));
}

export function useInvitePartner() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: invitePartner,
    onSuccess: () =>
      Promise.all([['invitations', 'sent'], ['partners']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

const affected = ['folders', 'files', 'bin', 'stats'];

/** Refreshes the lists and the storage meter after a change of folders or files. */
export function useRefreshWorkspace() {
  const client = useQueryClient();
  return () => Promise.all(affected.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

function useWorkspaceMutation<I, O>(mutationFn: (input: I) => Promise<O>) {
  const onSuccess = useRefreshWorkspace();
  return useMutation({ mutationFn, onSuccess });
}

export const useCreateFolder = () =>
  useWorkspaceMutation(async (name: string) => (await import('./folder/create-folder')).createFolder(name));
export const useDescribeFolder = () =>
  useWorkspaceMutation((input: RouteIn<typeof routes.describeFolder>) => send(routes.describeFolder, input));
export const usePinFolder = () =>
  useWorkspaceMutation(({ id, pinnedAt }: FolderView) =>
    send(pinnedAt ? routes.unpinFolder : routes.pinFolder, { id }),
  );
export const useDeliver = () =>
  useWorkspaceMutation(async ({ folder, ...input }: { folder: FolderView; email: string[]; until?: string }) => {
    await (await import('../../sealing/recorded')).recordDelivered(folder, input.email);
    return send(routes.deliver, { id: folder.id, ...input });
  });
export const useRemoveAccess = () =>
  useWorkspaceMutation(async ({ folder, email }: { folder: FolderView; email: string }) => {
    await (await import('../../sealing/recorded')).recordRemoved(folder, email);
    return send(routes.removeAccess, { id: folder.id, email });
  });
export const useChangeAccess = () =>
  useWorkspaceMutation((input: { id: string; email: string; until: string | null }) =>
    send(routes.changeAccess, input),
  );
export const useDeleteFiles = () => useWorkspaceMutation((fileIds: string[]) => send(routes.deleteFiles, { fileIds }));
export const useMoveFiles = () =>
  useWorkspaceMutation(async ({ files, folderId }: { files: Pick<FileView, 'id' | 'mode'>[]; folderId: string }) => {
    await (await import('../../sealing/recorded')).recordMoved(files, folderId);
    return send(routes.moveFiles, { fileIds: files.map(({ id }) => id), folderId });
  });
export const useRestore = () =>
  useWorkspaceMutation((input: { fileIds?: string[]; folderId?: string }) => send(routes.restore, input));
export const useEmptyBin = () =>
  useWorkspaceMutation((fileIds: string[] | undefined) => send(routes.emptyBin, { fileIds }));
export const useEditFile = () =>
  useWorkspaceMutation((input: RouteIn<typeof routes.editFile>) => send(routes.editFile, input));

/** Shows the new name at once and the old one again if the server rejects it. */
export function useRenameFolder() {
  const client = useQueryClient();
  const { queryKey } = foldersQuery;
  return useMutation({
    mutationFn: (input: { name: string; newName: string }) => send(routes.renameFolder, input),
    onMutate: async ({ name: id, newName }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (list) =>
        list?.map((folder) => (folder.id === id ? { ...folder, name: newName } : folder)),
      );
      return before;
    },
    onError: (_error, _input, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export function useDeleteFolder() {
  const onSuccess = useRefreshWorkspace();
  return useMutation({
    mutationFn: async (folder: FolderView) => {
      useFolders.setState({ isDeleting: true });
      await (await import('../../sealing/recorded')).recordFolderDeleted(folder);
      return send(routes.deleteFolder, { name: folder.id });
    },
    onSuccess,
    onSettled: () => useFolders.setState({ isDeleting: false }),
  });
}
