import { command, event } from '../define';
import { array, id, object, pageNumber, paging, type Message, type Page } from '../values/fields';
import { maxFilesAtOnce, type FileView } from './file';
import type { FolderRef } from './folder-ref';

export interface BinFile {
  id: string;
  name: string;
  mimetype: string;
  size: number;
  folderId: string;
  folderName: string;
  deletedAt: string;
  purgeAt: string;
}

export const binCommands = {
  bin: command<Page<BinFile>>()('storage.bin', object({ ...paging, page: pageNumber })),
  /** Restores files, or a deleted folder with its files. A missing folder is restored too, and clashing names get a number. @throws NOT_FOUND, FILES_GONE, TOO_LARGE */
  restore: command<{ files: FileView[] }>()(
    'storage.restore',
    object({ fileIds: array(id().required()).max(maxFilesAtOnce), folderId: id() }),
  ),
  /** Deletes these files from the bin, or all. Bytes that a live transfer needs stay available to that transfer only. @throws NOT_FOUND when one of them is not an id */
  emptyBin: command<Message>()('storage.empty-bin', object({ fileIds: array(id().required()).max(maxFilesAtOnce) })),
};

export const binEvents = {
  folderRestored: event<FolderRef & { files: number }>('evt.storage.folder-restored', { to: ['audit'] }),
  fileRestored: event<FolderRef & { fileId: string; name: string }>('evt.storage.file-restored', { to: ['audit'] }),
  binEmptied: event<{ companyId: string; companyName: string; files: number }>('evt.storage.bin-emptied', {
    to: ['audit'],
  }),
};
