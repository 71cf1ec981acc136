import { command, event, internal } from './define';
import {
  array,
  boolean,
  byGateway,
  count,
  directory,
  eachAlone,
  email,
  id,
  singleLine,
  number,
  numeric,
  object,
  pageNumber,
  paging,
  string,
  text,
  time,
  type Message,
  type Page,
  uuidPattern,
} from './values/fields';
import type { Problem } from './errors';
import { scan, type Scan } from './values/scan';
import { searchInput } from './values/search';
import { maxBatchFiles } from './values/upload-sizes';
import { sealedUpload, type Mode, type OwnSealedFile } from './encryption/sealed';

/** Files that the folder list contains per folder, and in total. The rest is paged. */
export const maxInlineFiles = 100;
export const maxInlineFilesTotal = 1000;

/** Files one call may delete, restore or move. */
export const maxFilesAtOnce = 500;

/** Characters of a preview, and of a profile as JSON. */
export const maxInsight = 16 * 1024;

export const fileDefaults = {
  category: 'Personal',
  currency: 'USD',
  price: '0.00',
  numberOfRecords: 0,
  totalAmount: '0.00',
} as const;

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
  /** Lower-case hex. For `e2e` files the hash of the sealed bytes, because the server cannot see the content. */
  sha256: string;
  mode: Mode;
  /** Starts at 1; increases by one with each replacement of the content. */
  version: number;
  scan: Scan;
  sample: Sample;
}

/** What receivers can preview before they have access: the whole file, its first rows, or nothing (null). */
export type Sample = 'file' | 'rows' | null;

export const columnTypes = ['text', 'integer', 'number', 'date', 'boolean', 'empty'] as const;

/** Columns and row count of a table, which the browser detects before the upload. */
export interface FileProfile {
  rows: number;
  /** The profiled sheet of a workbook. */
  sheet?: string | undefined;
  columns: { name: string; type: (typeof columnTypes)[number]; empty?: number | undefined }[];
}

interface Insight {
  profile: FileProfile | null;
  /** The first rows as CSV text. */
  preview: string | null;
}

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
  sha256: string;
  mode: Mode;
  sealed: OwnSealedFile | null;
  scan: Scan;
  createdAt: string;
  /** When it is deleted, unless a transfer still needs it; null for the current version. */
  purgeAt: string | null;
}

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

export interface UploadedFile {
  file: FileView;
  /** The file's total amount, as decimal text. */
  totalvalue: string;
}

/** The result for one file of a batch. `name` as sent; `status` as for an upload of this file alone. */
export interface BatchResult {
  name: string;
  status: number;
  file?: FileView;
  error?: Pick<Problem, 'code' | 'message' | 'requestId' | 'errors'>;
}

export interface FolderView {
  id: string;
  name: string;
  files: FileView[];
  count: number;
  /** E-mail addresses with access. */
  emails: string[];
  access: FolderAccess[];
  description: string;
  /** The licence terms of its files. */
  licence: string;
  updatedAt: string;
  /** Pinned folders come first, newest pin first; null if it is not pinned. */
  pinnedAt: string | null;
}

export interface FolderAccess {
  email: string;
  since: string;
  /** When access ends; null if it does not. */
  until: string | null;
}

/** The commercial terms of a file. Amounts are decimal text, to avoid rounding. */
export interface FileTerms {
  category: string;
  currency: string;
  /** Rate for each record. */
  price: string;
  records: number;
  totalAmount: string;
}

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

export interface Stats {
  /** Bytes. */
  totalStorage: number;
  usedStorage: number;
  files: number;
  folders: number;
}

export interface FoundFolder {
  id: string;
  name: string;
  /** Number of its files. */
  count: number;
  /** The company that delivered it; null for a folder of the caller's company. */
  companyName: string | null;
}

export interface FoundFile {
  id: string;
  name: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  folderId: string;
  folderName: string;
  /** The company that delivered it; null for a file of the caller's company. */
  companyName: string | null;
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
  /** SHA-256 of the stored object. The CRC is of the stored object too. */
  sha256: string;
  /** Unsigned 32 bit. */
  crc32: number;
  updatedAt: string;
  /** Null for managed files. */
  sealed: OwnSealedFile | null;
  terms: FileTerms;
}

/** An opened upload, or the error. `done`: see `beginUpload`. */
export type OpenedUpload =
  { uploadId: string; objectKey: string; done?: UploadedFile } | { error: NonNullable<BatchResult['error']> };

/** A resumable upload: its parts in order, until they are joined into one object. */
export interface UploadState {
  uploadId: string;
  /** The file name on the uploading machine. */
  originalName: string;
  objectKey: string;
  /** Bytes received (`offset`) and bytes announced (`length`). */
  offset: number;
  length: number;
  parts: { objectKey: string; size: number }[];
  expiresAt: string | null;
  /** Null for a managed file. */
  sealed: { fileId: string; version: number; mimetype: string } | null;
  done?: UploadedFile;
}

const folderName = () =>
  singleLine(255).matches(/^(?!\.{1,2}$)[^/\\]+$/, {
    message: 'A folder name cannot contain / or \\',
    excludeEmptyString: true,
  });
const money = () => numeric('Enter an amount of 0 or more');
/** Accepts one address or a list. */
const oneOrMany = (none: string) =>
  array(text(254).required())
    .transform((value, original) => (typeof original === 'string' ? [original] : value))
    .required(none)
    .min(1, none)
    .max(500, 'At most 500 addresses at once')
    .meta({ orOne: true });
const currency = () => text(3).matches(/^[A-Z]{3}$/, { message: 'Choose a currency', excludeEmptyString: true });

/** Commercial terms of a file. Multipart fields are text, so numbers are converted from text. */
export const fileTerms = {
  category: singleLine(120),
  price: money(),
  currency: currency(),
  numberOfRecords: count(),
  totalAmount: money(),
};

export const fileTermsForm = object(fileTerms);

const tooMuch = ({ path }: { path: string }) => `${path} may have at most ${maxInsight / 1024} KB`;
const preview = () => text(maxInsight);
/** A profile may be JSON text, because multipart fields are text. */
const profile = () =>
  object({
    rows: count().required(),
    sheet: singleLine(200),
    columns: array(object({ name: text(200).required(), type: string().oneOf(columnTypes).required(), empty: count() }))
      .required()
      .max(500),
  })
    .transform((value, original) => (typeof original === 'string' ? parsed(original) : value))
    .typeError('profile is not valid')
    .test('size', tooMuch, (value) => !value || JSON.stringify(value).length <= maxInsight)
    .default(undefined)
    .optional();

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const newFile = {
  fileId: id(),
  name: singleLine(),
  /** Where a new file is put inside the folder, such as `2026/orders`. The file's name in answers begins with it. Absent: at the top level. */
  directory: directory(),
  ...fileTerms,
  ...sealedUpload,
  sample: boolean(),
  preview: preview(),
  profile: profile(),
};

/**
 * `fileId`: with `replace` the file that gets a new version; otherwise the id of a new sealed file, which its sender chooses.
 * A sealed upload has all of `enc`, `fileId`, `fileVersion`, `wrappedKey`, `sealedMeta` and `mimetype`; a managed one has none.
 */
export const uploadInput = object({
  folderId: id().required(),
  replace: boolean().default(false).meta(byGateway),
  ...newFile,
  /** For a new version: earlier versions are deleted, because they were not sealed. */
  inPlace: boolean(),
}).test(
  'sealed',
  'enc, fileId, fileVersion, wrappedKey, sealedMeta and mimetype must be sent together',
  ({ enc, fileId, fileVersion, wrappedKey, sealedMeta, mimetype }) =>
    enc
      ? uuidPattern.test(fileId ?? '') && !!fileVersion && !!wrappedKey && !!sealedMeta && !!mimetype
      : !fileVersion && !wrappedKey && !sealedMeta,
);

/** Facts about the bytes of an upload, which the gateway computed while it stored them. */
const receivedBytes = object({
  uploadId: id().required(),
  size: count().required(),
  sealedSize: count(),
  sha256: text(64).required(),
  crc32: count().required(),
  mimetype: text(200).required(),
  scan: scan(),
});

const fileIds = () =>
  array(id().required())
    .required('Choose at least one file')
    .min(1, 'Choose at least one file')
    .max(maxFilesAtOnce, `At most ${maxFilesAtOnce} files at once`);
const accessEnd = () =>
  time('The end date must be in the future')
    .nullable()
    .test('future', 'The end date must be in the future', (value) => !value || Date.parse(value) > Date.now());

const fileList = {
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

const directoryList = {
  folderId: id().required(),
  /** The directory that contains them. Absent or empty: the top level of the folder. */
  directory: directory(),
  pageSize: paging.pageSize,
  /** The `next` of an earlier answer. */
  after: text(255),
};

export const storage = {
  folders: command<FolderView[]>()('storage.folders', object({})),
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
  versions: command<FileVersion[]>()(
    'storage.versions',
    object({ folderId: id().required(), fileId: id().required() }),
  ),
  /** @throws FOLDER_EXISTS */
  createFolder: command<FolderView>()(
    'storage.create-folder',
    object({ name: folderName().required('Folder name is required') }),
  ),
  /** @throws FOLDER_EXISTS */
  renameFolder: command<FolderView>()(
    'storage.rename-folder',
    object({ name: text(255).required(), newName: folderName().required('Folder name is required') }),
  ),
  deleteFolder: command<Message>()('storage.delete-folder', object({ name: text(255).required() })),
  /** Changes description and licence terms, which receivers see. Absent fields stay unchanged. */
  describeFolder: command<FolderView>()(
    'storage.describe-folder',
    object({ id: id().required(), description: text(1000), licence: text(4000) }),
  ),
  /** A repeat changes nothing: a pinned folder keeps its place. @throws NOT_FOUND */
  pinFolder: command<FolderView>()('storage.pin-folder', object({ id: id().required(), pinned: boolean().required() })),
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
  /** @throws NOT_FOUND */
  moveFiles: command<{ files: FileView[] }>()(
    'storage.move-files',
    object({ fileIds: fileIds(), folderId: id().required() }),
  ),
  bin: command<Page<BinFile>>()('storage.bin', object({ ...paging, page: pageNumber })),
  /** Restores files, or a deleted folder with its files. A missing folder is restored too, and clashing names get a number. @throws NOT_FOUND, FILES_GONE */
  restore: command<{ files: FileView[] }>()(
    'storage.restore',
    object({ fileIds: array(id().required()).max(maxFilesAtOnce), folderId: id() }),
  ),
  /** Deletes these files from the bin, or all. Bytes that a live transfer needs stay available to that transfer only. @throws NOT_FOUND when one of them is not an id */
  emptyBin: command<Message>()('storage.empty-bin', object({ fileIds: array(id().required()).max(maxFilesAtOnce) })),
  /** Gives invited partners access to the folder and mails those who are new. @throws NOT_FOUND, NOT_INVITED, KYC_NOT_APPROVED, KYC_NOT_GOOD */
  deliver: command<FolderView>()(
    'storage.deliver',
    object({ id: id().required(), email: oneOrMany('Please select at least one email address'), until: accessEnd() }),
  ),
  /** Sets when the access of an address ends; null means never. */
  changeAccess: command<FolderView>()(
    'storage.change-access',
    object({ id: id().required(), email: text(254).required(), until: accessEnd() }),
  ),
  removeAccess: command<FolderView>()('storage.withdraw', object({ id: id().required(), email: text(254).required() })),
  stats: command<Stats>()('storage.stats', object({})),
  /** Folders and files of the caller's company and of folders delivered to the caller, by a part of their name: at most five of each. */
  search: command<{ folders: FoundFolder[]; files: FoundFile[] }>()('storage.search', searchInput),
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

  /**
   * Opens an upload: reserves quota and creates an upload with a lease. `done` is set when a call with the same idempotency key
   * was committed before: return it, and write nothing to the store.
   * @throws QUOTA_EXCEEDED, NOT_FOUND, E2E_REQUIRED, VERSION_CONFLICT
   */
  beginUpload: command<{ uploadId: string; objectKey: string; done?: UploadedFile }>()(
    'storage.begin-upload',
    uploadInput.shape({
      fileName: singleLine().required('file is required').meta(byGateway),
      expectedBytes: count().required().meta(byGateway),
      resumable: boolean().default(false).meta(byGateway),
    }),
  ),
  /**
   * Opens an upload for each of many small files, each as if it came alone. `terms` has what `beginUpload` takes of each, in the
   * order of `files`; a file's `position` is its own in the call. @throws NOT_FOUND, IN_PROGRESS
   */
  beginUploads: command<{ uploads: OpenedUpload[] }>()(
    'storage.begin-uploads',
    object({
      folderId: id().required(),
      terms: eachAlone(object(newFile)).required('terms is required').max(maxBatchFiles),
      files: array(
        object({ fileName: string().defined(), expectedBytes: count().required(), position: count().required() }),
      )
        .default([])
        .max(maxBatchFiles)
        .meta(byGateway),
    }),
  ),
  /** The state of a resumable upload. Once it is committed, `offset` equals `length`. @throws NOT_FOUND */
  uploadState: command<UploadState>()('storage.upload-state', object({ uploadId: id().required() })),
  /** Adds a stored part to the upload. @throws UPLOAD_GONE, OFFSET_CONFLICT when another part was added first */
  commitPart: command<{ offset: number }>()(
    'storage.keep-part',
    object({
      uploadId: id().required(),
      objectKey: text(500).required().meta(byGateway),
      offset: count().required().meta(byGateway),
      size: count().required().meta(byGateway),
    }),
  ),
  /** Turns an upload into a file or a new version. `size`: bytes of content; `sealedSize`: bytes of the sealed file. @throws VERSION_CONFLICT, or UPLOAD_GONE when the lease has ended, the folder was deleted, or a repeat has taken over */
  commitUpload: internal<UploadedFile>()('storage.commit-upload', receivedBytes),
  /** As `commitUpload`, for many: one that may not be committed does not stop the others. */
  commitUploads: internal<{ results: BatchResult[] }>()(
    'storage.commit-uploads',
    object({ uploads: array(receivedBytes.required()).required().max(maxBatchFiles) }),
  ),
  /** Aborts the upload and records that malware was found. */
  rejectInfectedUpload: internal<{ ok: true }>()(
    'storage.refuse-upload',
    object({ uploadId: id().required(), signature: singleLine(200).required() }),
  ),
  /** Releases the reserved quota, deletes the upload and its stored bytes. Does nothing once it is committed. */
  abortUpload: command<{ ok: true }>()('storage.abort-upload', object({ uploadId: id().required() })),
  openFile: command<StoredFile>()('storage.open-file', object({ folderId: id().required(), fileId: id().required() })),
  openVersion: command<StoredFile>()(
    'storage.open-version',
    object({ folderId: id().required(), fileId: id().required(), version: count().required() }),
  ),

  /** The files of a request. @throws NOT_FOUND when any is not delivered to the caller */
  visibleFiles: internal<{ files: StoredFile[] }>()(
    'storage.visible-files',
    object({ fileIds: array(id().required()).required().max(10_000) }),
  ),
  /**
   * For acceptance: the sender's own files, without missing ones, and the licence terms of their folders. Holds the returned versions
   * for this transfer until `until`, also when files are replaced, deleted or removed from the bin. Repeatable.
   */
  holdFiles: internal<{ files: StoredFile[]; licences: { folderId: string; folderName: string; terms: string }[] }>()(
    'storage.hold-files',
    object({
      transferId: id().required(),
      fileIds: array(id().required()).required().max(10_000),
      until: time().required(),
    }),
  ),
  /** Like `holdFiles` without a hold: the files that the sender's client creates grants for. */
  ownFiles: internal<{ files: StoredFile[] }>()(
    'storage.own-files',
    object({ fileIds: array(id().required()).required().max(10_000) }),
  ),
  /** Changes the end of a transfer's hold, for example when the transfer is extended. */
  renewHold: internal<{ ok: true }>()(
    'storage.renew-hold',
    object({ transferId: id().required(), until: time().required() }),
  ),
  /** Releases the hold of a transfer, for example when it is revoked. */
  releaseFiles: internal<{ ok: true }>()('storage.release-files', object({ transferId: id().required() })),
};

interface FolderRef {
  companyId: string;
  companyName: string;
  folderId: string;
  folderName: string;
}

export const storageEvents = {
  folderCreated: event<FolderRef>('evt.storage.folder-created', { to: ['audit'] }),
  folderRenamed: event<FolderRef & { previousName: string }>('evt.storage.folder-renamed', { to: ['audit'] }),
  folderDescribed: event<FolderRef>('evt.storage.folder-described', { to: ['audit'] }),
  folderPinChanged: event<FolderRef & { pinned: boolean }>('evt.storage.folder-pin-changed', { to: ['audit'] }),
  folderRestored: event<FolderRef & { files: number }>('evt.storage.folder-restored', { to: ['audit'] }),
  folderDeleted: event<FolderRef & { files: number }>('evt.storage.folder-deleted', { to: ['audit'] }),
  /** `partners`: those of `emails` that have accepted the company's invitation. The others get no mail. */
  folderDelivered: event<FolderRef & { emails: string[]; partners?: string[] }>('evt.storage.folder-delivered', {
    to: ['audit', 'notification'],
  }),
  accessRemoved: event<FolderRef & { email: string }>('evt.storage.access-withdrawn', { to: ['audit'] }),
  accessChanged: event<FolderRef & { email: string; until: string | null }>('evt.storage.access-changed', {
    to: ['audit'],
  }),
  fileUploaded: event<FolderRef & { fileId: string; name: string; size: number; sha256: string; mode: Mode }>(
    'evt.storage.file-uploaded',
    { to: ['audit'] },
  ),
  /** Malware was found in an upload; nothing was stored. */
  infectedFileRejected: event<FolderRef & { name: string; signature: string }>('evt.storage.file-refused', {
    to: ['audit'],
  }),
  fileEdited: event<FolderRef & { fileId: string; name: string }>('evt.storage.file-edited', { to: ['audit'] }),
  /** The owner sealed a managed file in place. */
  fileSealed: event<FolderRef & { fileId: string; name: string; version: number }>('evt.storage.file-sealed', {
    to: ['audit'],
  }),
  /** `emails`: addresses with access to the folder; they are notified. */
  fileReplaced: event<
    FolderRef & { fileId: string; name: string; version: number; size: number; sha256: string; emails: string[] }
  >('evt.storage.file-replaced', {
    to: ['audit', 'notification'],
  }),
  fileDeleted: event<FolderRef & { fileId: string; name: string }>('evt.storage.file-deleted', { to: ['audit'] }),
  fileMoved: event<FolderRef & { fileId: string; name: string; previousFolderName: string }>('evt.storage.file-moved', {
    to: ['audit'],
  }),
  fileRestored: event<FolderRef & { fileId: string; name: string }>('evt.storage.file-restored', { to: ['audit'] }),
  binEmptied: event<{ companyId: string; companyName: string; files: number }>('evt.storage.bin-emptied', {
    to: ['audit'],
  }),
};
