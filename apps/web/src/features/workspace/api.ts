import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { routes, type RouteIn } from '@tradepost/contracts/routes';
import type { FileView, FolderView } from '@tradepost/contracts/storage';
import type { User } from '@tradepost/contracts/identity';
import { send } from '../../api/send';
import { upload, type UploadOptions } from '../../api/upload';

export const pageSize = 5;

export const foldersQuery = queryOptions({ queryKey: ['folders'], queryFn: ({ signal }) => send(routes.folders, {}, { signal }) });

export interface FileListState {
  folderId: string;
  page: number;
  q: string;
  type: RouteIn<typeof routes.files>['type'];
  sort: string;
}

export const filesQuery = ({ folderId, page, q, type, sort }: FileListState) =>
  queryOptions({
    queryKey: ['files', folderId, { page, q, type, sort }],
    queryFn: ({ signal }) => send(routes.files, { folderId, page, pageSize, sort, ...(q && { q }), ...(type && { type }) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const partnersQuery = (user: User) =>
  queryOptions({ queryKey: ['partners', 'deliverable'], queryFn: ({ signal }) => send(routes.deliverableEmails, { id: user.id }, { signal }) });

/** A change of folders or files; the lists and the storage meter follow it. */
function useWorkspaceMutation<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => Promise.all(['folders', 'files', 'stats'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}

export const useCreateFolder = () => useWorkspaceMutation((name: string) => send(routes.createFolder, { name }));
export const useRenameFolder = () => useWorkspaceMutation((input: { name: string; newName: string }) => send(routes.renameFolder, input));
export const useDeleteFolder = () => useWorkspaceMutation((folder: FolderView) => send(routes.deleteFolder, { name: folder.id }));
export const useDeliver = () => useWorkspaceMutation((input: { id: string; email: string[] }) => send(routes.deliver, input));
export const useDeleteFile = () => useWorkspaceMutation((file: FileView) => send(routes.deleteFile, { fileId: file.id }));
export const useEditFile = () => useWorkspaceMutation((input: RouteIn<typeof routes.editFile>) => send(routes.editFile, input));

export interface FileTerms {
  category: string;
  price: string;
  currency: string;
  numberOfRecords: string;
  totalAmount: string;
}

export const uploadFile = ({ folderId, file, terms }: { folderId: string; file: File; terms: FileTerms }, options: UploadOptions) =>
  upload<{ file: FileView; totalvalue: string }>(routes.uploadFile, { folderId, name: file.name, ...terms }, { file }, options);
