import { command } from '../define';
import type { Mode } from '../encryption/sealed';
import { email, id, object, pageNumber, paging, type Page } from '../values/fields';
import type { Scan } from '../values/scan';
import { directoryList, fileList, type DirectoryPage, type FilePage, type Sample, type StoredFile } from './file';
import type { FileTerms } from './file-terms';
import type { Insight } from './insight';

export interface ReceivedFile extends FileTerms {
  fileId: string;
  fileName: string;
  mimeType: string;
  fileSize: number;
  createdAt: string;
  key: string;
  updatedAt: string;
  version: number;
  mode: Mode;
  scan: Scan;
  sample: Sample;
  /** The link of a live transfer for this user; null if there is none. */
  sharedUrl: string | null;
}

export interface ReceivedDetails extends ReceivedFile, Insight {
  folderId: string;
  folderName: string;
}

export interface ReceivedFolder {
  folderId: string;
  folderName: string;
  companyId: string;
  inviterCompany: string;
  inviterId: string;
  /** The newest files; all files are paged. */
  files: ReceivedFile[];
  count: number;
  description: string;
  licence: string;
  since: string;
  until: string | null;
}

/** Folders in an answer of `received` at most, and bytes of their texts, which one company may have too. */
export const mostReceived = { folders: 1000, bytes: 3 * 1024 ** 2 };

export const receivedCommands = {
  /** The newest deliveries: at most 1,000 folders, with texts of 3 MB. All of them are paged (`GET /file-sharing/received`). */
  received: command<ReceivedFolder[]>()('storage.received', object({ email: email() })),
  /** Folders that were delivered to the caller, newest delivery first. */
  receivedFolders: command<Page<ReceivedFolder>>()(
    'storage.received-folders',
    object({ page: pageNumber, pageSize: paging.pageSize }),
  ),
  receivedFiles: command<FilePage<ReceivedFile>>()('storage.received-files', object(fileList)),
  /** As `directories`, of a folder that was delivered to the caller. @throws NOT_FOUND */
  receivedDirectories: command<DirectoryPage>()('storage.received-directories', object(directoryList)),
  receivedFile: command<ReceivedDetails>()(
    'storage.received-file',
    object({ folderId: id().required(), fileId: id().required() }),
  ),
  /** The preview of a file for receivers without access: `rows` as CSV text, or the whole file. @throws NOT_FOUND if there is no preview */
  openSample: command<{ rows: string; name: string } | { file: StoredFile }>()(
    'storage.open-sample',
    object({ folderId: id().required(), fileId: id().required() }),
  ),
};
