import { command, event, internal } from '../define';
import type { Mode, OwnSealedFile } from '../encryption/sealed';
import { directRanges, type DirectRanges } from './direct-ranges';
import {
  array,
  boolean,
  count,
  directory,
  id,
  number,
  object,
  pageNumber,
  paging,
  singleLine,
  string,
  text,
  type Message,
  type Page,
} from '../values/fields';
import type { Scan } from '../values/scan';
import { currency, money, type FileTerms } from './file-terms';
import type { FolderRef } from './folder-ref';
import { preview, profile, type Insight } from './insight';

/** Files one call may delete, restore or move. */
export const maxFilesAtOnce = 500;

export interface FileView {
  id: string;
  /** Begins with the file's directory, if it has one: `2026/orders/jan.csv`. */
  name: string;
  mimetype: string;
  /** Bytes. */
  size: number;
  category: string;
  currency: string;
  /** Decimal text, to avoid rounding. */
  price: string;
  numberOfRecords: number;
  totalAmount: string;
  createdAt: string;
  updatedAt: string;
  deleteFile: boolean;
  /**
   * Lower-case hex. For `e2e` files the hash of the sealed bytes, because the server cannot see the content. A file that the store has joined has a hyphen and the
   * number of its parts behind it, as in S3: then it is the hash of the SHA-256 of the parts, in their order.
   */
  sha256: string;
  mode: Mode;
  /** Starts at 1; increases by one with each replacement of the content. */
  version: number;
  scan: Scan;
  sample: Sample;
}

/** What receivers can preview before they have access: the whole file, its first rows, or nothing (null). */
export type Sample = 'file' | 'rows' | null;

export interface FileDetails extends FileView, Insight {
  folderId: string;
  /** Null for managed files. */
  sealed: OwnSealedFile | null;
  /** Signed URLs for a plain browser download (`url`) and for inline display (`previewUrl`; raster images and PDF only). */
  url: string;
  previewUrl: string | null;
}

export interface FileVersion {
  version: number;
  current: boolean;
  mimetype: string;
  size: number;
  /** As of the file. */
  sha256: string;
  mode: Mode;
  sealed: OwnSealedFile | null;
  scan: Scan;
  createdAt: string;
  /** When it is deleted, unless a transfer still needs it; null for the current version. */
  purgeAt: string | null;
}

/** `next` is a cursor that continues after the last item, even if items were added before it. */
export interface FilePage<T> extends Page<T> {
  next: string | null;
}

/** A directory inside a folder. It exists as long as it contains a file. */
export interface DirectoryView {
  name: string;
  /** With the directories that contain it: `2026/orders`. */
  directory: string;
}

/** By name. `next` continues after the last item; null at the end. */
export interface DirectoryPage {
  items: DirectoryView[];
  next: string | null;
}

/** Location and metadata of a stored object. For services only. */
export interface StoredFile {
  fileId: string;
  folderId: string;
  folderName: string;
  companyId: string;
  companyName: string;
  objectKey: string;
  name: string;
  mimetype: string;
  /** Bytes of content. */
  size: number;
  /** SHA-256 of the stored object, or of its parts (`isJoinedHash`). The CRC is of the stored object too. */
  sha256: string;
  /** Unsigned 32 bit. */
  crc32: number;
  updatedAt: string;
  /** Null for managed files. */
  sealed: OwnSealedFile | null;
  terms: FileTerms;
}

const fileIds = () =>
  array(id().required())
    .required('Choose at least one file')
    .min(1, 'Choose at least one file')
    .max(maxFilesAtOnce, `At most ${maxFilesAtOnce} files at once`);

export const fileList = {
  folderId: id().required(),
  ...paging,
  page: pageNumber,
  type: string().oneOf(['all', 'document', 'spreadsheet', 'presentation', 'image', 'video', 'other'] as const),
  /**
   * Only files in this directory of the folder, an empty one for the top level; with `q` also those in the directories below it.
   * Absent: all files of the folder.
   */
  directory: directory(),
  /** The `next` of an earlier answer with the same sort. `page` is then ignored. */
  after: text(2000),
};

export const directoryList = {
  folderId: id().required(),
  /** The directory that contains them. Absent or empty: the top level of the folder. */
  directory: directory(),
  pageSize: paging.pageSize,
  /** The `next` of an earlier answer. */
  after: text(255),
};

const versionRef = { folderId: id().required(), fileId: id().required(), version: count().required() };

export const fileCommands = {
  files: command<FilePage<FileView>>()('storage.files', object(fileList)),
  /**
   * As `files`, but without a page where the folder still has the version that the caller knows. The version grows with every change of
   * what `files` answers of the folder, whatever the page. @throws NOT_FOUND
   */
  filesUnless: internal<{ version: number; page: FilePage<FileView> | null }>()(
    'storage.files-unless',
    object({ ...fileList, known: number().integer().nullable().default(null) }),
  ),
  /** The directories in a directory of the folder. @throws NOT_FOUND */
  directories: command<DirectoryPage>()('storage.directories', object(directoryList)),
  file: command<FileDetails>()('storage.file', object({ folderId: id().required(), fileId: id().required() })),
  /** The newest first, as many as fit into one answer of 6 MB. */
  versions: command<FileVersion[]>()(
    'storage.versions',
    object({ folderId: id().required(), fileId: id().required() }),
  ),
  editFile: command<FileView>()(
    'storage.edit-file',
    object({
      folderId: id().required(),
      fileId: id().required(),
      records: count(),
      amount: money(),
      category: singleLine(120),
      currency: currency(),
      price: money(),
      sample: boolean(),
      preview: preview().nullable(),
      profile: profile().nullable().optional(),
    }),
  ),
  /** @throws NOT_FOUND */
  deleteFile: command<Message>()(
    'storage.delete-file',
    object({ folderName: text(255), fileName: text(1000), mimetype: text(200), fileId: id() }),
  ),
  /** @throws NOT_FOUND */
  deleteFiles: command<Message>()('storage.delete-files', object({ fileIds: fileIds() })),
  /** @throws NOT_FOUND, OWNER_KEYS_REQUIRED */
  moveFiles: command<{ files: FileView[] }>()(
    'storage.move-files',
    object({ fileIds: fileIds(), folderId: id().required() }),
  ),
  /** @throws NOT_FOUND, OWNER_KEYS_REQUIRED */
  openFile: command<StoredFile>()('storage.open-file', object({ folderId: id().required(), fileId: id().required() })),
  /** @throws NOT_FOUND, OWNER_KEYS_REQUIRED */
  openVersion: command<StoredFile>()('storage.open-version', object(versionRef)),
  /**
   * An address for each range of a version's stored bytes (`end` is exclusive), to read from the object store. None unless the version is end-to-end encrypted
   * and the installation offers it. @throws NOT_FOUND, OWNER_KEYS_REQUIRED, RANGE
   */
  directRanges: command<DirectRanges>()('storage.direct-ranges', object({ ...versionRef, ranges: directRanges() })),
};

export const fileEvents = {
  fileEdited: event<FolderRef & { fileId: string; name: string }>('evt.storage.file-edited', { to: ['audit'] }),
  fileDeleted: event<FolderRef & { fileId: string; name: string }>('evt.storage.file-deleted', { to: ['audit'] }),
  fileMoved: event<FolderRef & { fileId: string; name: string; previousFolderName: string }>('evt.storage.file-moved', {
    to: ['audit'],
  }),
};
