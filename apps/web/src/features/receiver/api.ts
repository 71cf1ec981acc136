import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { User } from '@tradepost/contracts/identity';
import type { RequestView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';

export const filePageSize = 10;

export interface ReceivedFilesState {
  folderId: string;
  page: number;
  q: string;
  /** The open one; with `q`, all below it. */
  directory: string;
  sort: string;
}

export const receivedFilesQuery = ({ folderId, page, q, directory, sort }: ReceivedFilesState) =>
  queryOptions({
    queryKey: ['received', folderId, { page, q, directory, sort }],
    queryFn: ({ signal }) =>
      send(
        routes.receivedFiles,
        { folderId, page, pageSize: filePageSize, sort, directory, ...(q && { q }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** The files of a directory and of those in it. @throws Error for people */
export const receivedBelow = async (folderId: string, directory: string) =>
  (await import('../../api/files-below')).filesBelow((query) =>
    send(routes.receivedFiles, { folderId, directory, ...query }),
  );

export const receivedDirectoriesQuery = (folderId: string, directory: string) =>
  infiniteQueryOptions({
    queryKey: ['received', folderId, 'directories', directory],
    queryFn: ({ pageParam: after, signal }) =>
      send(routes.receivedDirectories, { folderId, directory, ...(after && { after }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const receivedFileQuery = (folderId: string, fileId: string) =>
  queryOptions({
    queryKey: ['received', folderId, 'one', fileId],
    queryFn: ({ signal }) => send(routes.receivedFile, { folderId, fileId }, { signal }),
  });

/** Ids of the files in this person's pending requests. */
export const requestedFilesQuery = (user: User) =>
  queryOptions({
    queryKey: ['requests', 'mine', 'files'],
    queryFn: async ({ signal }) => {
      const pending = await send(routes.myRequests, { id: user.id, status: 'pending' }, { signal });
      return (pending as RequestView[]).flatMap(({ fileIds }) => fileIds);
    },
  });

export interface RequestText {
  note: string;
  intendedUse: string;
}

const signaturesFor = async (chosen: RequestText & { fileIds: string[]; senderAddress: string }) =>
  (await import('../../sealing/requesting')).signaturesFor(chosen);

export function useSendRequest(user: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      fileIds,
      note,
      intendedUse,
      senderAddress,
    }: RequestText & {
      fileIds: string[];
      /** Of the sender that the request is signed for; absent if nothing is to be signed. */
      senderAddress?: string;
    }) => {
      const signed = senderAddress ? await signaturesFor({ fileIds, note, intendedUse, senderAddress }) : [];
      return send(routes.createRequest, {
        files: fileIds.map((id) => ({ id })),
        requesterId: user.id,
        receiverEmail: user.email,
        ...(note && { note }),
        ...(intendedUse && { intendedUse }),
        ...(signed.length > 0 && { signed }),
      });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['requests'] }),
  });
}
