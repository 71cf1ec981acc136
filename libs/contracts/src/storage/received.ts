import { command } from '../define';
import type { Mode } from '../encryption/sealed';
import { email, id, object } from '../values/fields';
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

export const receivedCommands = {
  received: command<ReceivedFolder[]>()('storage.received', object({ email: email() })),
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
