import { command, event, internal } from './define';
import {
  array,
  boolean,
  byGateway,
  count,
  email,
  id,
  line,
  number,
  numeric,
  object,
  paging,
  string,
  text,
  time,
  type Message,
  type Page,
} from './fields';
import { scan, type Scan } from './scan';
import { sealedUpload, type Mode, type OwnSealedFile } from './sealed';

/** 50 MiB: what the hint calls 50MB. */
export const maxFileBytes = 50 * 1024 * 1024;

/** What a folder's list carries inline, and all folders together; the rest is paged. */
export const inlineFiles = 100;
export const inlineFilesInAll = 1000;

/** Files one call may delete, restore or move. */
export const maxFilesAtOnce = 500;

/** Characters of a sample's rows, and of a profile as JSON. */
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
  name: string;
  mimetype: string;
  /** Bytes. */
  size: number;
  category: string;
  currency: string;
  /** Money as decimal text, so that no cent is lost. */
  price: string;
  numberOfRecords: number;
  totalAmount: string;
  createdAt: string;
  updatedAt: string;
  deleteFile: boolean;
  /** Lower-case hex: of the content, or of the sealed file, whose content the server cannot see. */
  sha256: string;
  mode: Mode;
  /** 1, and one more with each replacement of its content. */
  version: number;
  scan: Scan;
  sample: Sample;
}

/** What receivers may read before they have access: the whole file, its first rows, or nothing. */
export type Sample = 'file' | 'rows' | null;

export const columnTypes = ['text', 'integer', 'number', 'date', 'boolean', 'empty'] as const;

/** What the browser found in a table before it was uploaded. */
export interface FileProfile {
  rows: number;
  /** Of a workbook: the sheet that was read. */
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
  /** Null for a managed file. */
  sealed: OwnSealedFile | null;
  /** Signed addresses for a plain browser download, and to show it inline (raster images and PDF alone). */
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
  /** When it goes, unless a transfer still needs it; null for the current one. */
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

/** `next` continues the list after its last item, whatever was added before it meanwhile. */
export interface FilePage<T> extends Page<T> {
  next: string | null;
}

export interface UploadedFile {
  file: FileView;
  /** The file's total amount, as decimal text. */
  totalvalue: string;
}

export interface FolderView {
  id: string;
  name: string;
  files: FileView[];
  count: number;
  /** Addresses with access. */
  emails: string[];
  access: FolderAccess[];
  description: string;
  /** The terms its files are given under. */
  licence: string;
  updatedAt: string;
}

export interface FolderAccess {
  email: string;
  since: string;
  /** Access ends then; null when it does not end. */
  until: string | null;
}

export interface ReceivedFile {
  fileId: string;
  fileName: string;
  mimeType: string;
  fileSize: number;
  createdAt: string;
  key: string;
  category: string;
  currency: string;
  price: string;
  records: number;
  totalAmount: string;
  updatedAt: string;
  version: number;
  mode: Mode;
  scan: Scan;
  sample: Sample;
  /** The link of a live transfer made for this user. */
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
  /** The newest; all of them are paged. */
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

/** How a stored object is found and served; never reaches a browser. */
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
  /** Of the stored object, as is the CRC. */
  sha256: string;
  /** Unsigned 32 bit. */
  crc32: number;
  updatedAt: string;
  /** Null for a managed file. */
  sealed: OwnSealedFile | null;
}

/** An upload in parts: where its parts stand, in order, until they are one object. */
export interface UploadState {
  uploadId: string;
  /** As the person's machine calls the file. */
  originalName: string;
  objectKey: string;
  /** Bytes that are kept, and bytes announced. */
  offset: number;
  length: number;
  parts: { objectKey: string; size: number }[];
  expiresAt: string | null;
  /** What the upload says it is, when its bytes are a sealed file. */
  sealed: { fileId: string; version: number; mimetype: string } | null;
  done?: UploadedFile;
}

const folderName = () =>
  line(255).matches(/^(?!\.{1,2}$)[^/\\]+$/, {
    message: 'A folder name cannot contain / or \\',
    excludeEmptyString: true,
  });
const money = () => numeric('Enter an amount of 0 or more');
/** The wire takes one address or a list. */
const oneOrMany = (none: string) =>
  array(text(254).required())
    .transform((value, original) => (typeof original === 'string' ? [original] : value))
    .required(none)
    .min(1, none)
    .max(500, 'At most 500 addresses at once')
    .meta({ orOne: true });
const currency = () => text(3).matches(/^[A-Z]{3}$/, { message: 'Choose a currency', excludeEmptyString: true });

/** The commercial terms beside a file's bytes; multipart fields are text, so numbers are read from text. */
export const fileTerms = {
  category: line(120),
  price: money(),
  currency: currency(),
  numberOfRecords: count(),
  totalAmount: money(),
};

export const fileTermsForm = object(fileTerms);

const tooMuch = ({ path }: { path: string }) => `${path} may have at most ${maxInsight / 1024} KB`;
const preview = () => text(maxInsight);
/** Multipart fields are text, so a profile may come as JSON text. */
const profile = () =>
  object({
    rows: count().required(),
    sheet: line(200),
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * With `replace`, `fileId` is the file whose next version this is; without, the id of a new sealed file, chosen by its sender.
 * A sealed upload says `enc`, `fileId`, `fileVersion`, `wrappedKey`, `sealedMeta` and `mimetype`, or none of them.
 */
export const uploadInput = object({
  folderId: id().required(),
  fileId: id(),
  replace: boolean().default(false).meta(byGateway),
  name: line(),
  ...fileTerms,
  ...sealedUpload,
  /** Of a next version: the versions before it are not kept for the owner, because they were not sealed. */
  inPlace: boolean(),
  sample: boolean(),
  preview: preview(),
  profile: profile(),
}).test(
  'sealed',
  'enc, fileId, fileVersion, wrappedKey, sealedMeta and mimetype belong together',
  ({ enc, fileId, fileVersion, wrappedKey, sealedMeta, mimetype }) =>
    enc
      ? uuid.test(fileId ?? '') && !!fileVersion && !!wrappedKey && !!sealedMeta && !!mimetype
      : !fileVersion && !wrappedKey && !sealedMeta,
);

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
  page: number().integer().min(1).default(1),
  type: string().oneOf(['all', 'document', 'spreadsheet', 'presentation', 'image', 'video', 'other'] as const),
  /** The `next` of an earlier answer with the same sort; `page` then counts for nothing. */
  after: text(600),
};

export const storage = {
  folders: command<FolderView[]>()('storage.folders', object({})),
  files: command<FilePage<FileView>>()('storage.files', object(fileList)),
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
  /** Description and terms, shown to receivers; what is left out stays. */
  describeFolder: command<FolderView>()(
    'storage.describe-folder',
    object({ id: id().required(), description: text(1000), licence: text(4000) }),
  ),
  editFile: command<FileView>()(
    'storage.edit-file',
    object({
      folderId: id().required(),
      fileId: id().required(),
      records: count(),
      amount: money(),
      category: line(120),
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
    object({ folderName: text(255), fileName: text(255), mimetype: text(200), fileId: id() }),
  ),
  /** @throws NOT_FOUND */
  deleteFiles: command<Message>()('storage.delete-files', object({ fileIds: fileIds() })),
  /** @throws NOT_FOUND */
  moveFiles: command<{ files: FileView[] }>()(
    'storage.move-files',
    object({ fileIds: fileIds(), folderId: id().required() }),
  ),
  bin: command<Page<BinFile>>()('storage.bin', object({ ...paging, page: number().integer().min(1).default(1) })),
  /** Files, or a deleted folder with what went with it; a folder that is needed comes back, and clashing names are numbered. @throws NOT_FOUND, FILES_GONE */
  restore: command<{ files: FileView[] }>()(
    'storage.restore',
    object({ fileIds: array(id().required()).max(maxFilesAtOnce), folderId: id() }),
  ),
  /** Everything in the bin, or these files; what a live transfer needs is kept for it alone. */
  emptyBin: command<Message>()('storage.empty-bin', object({ fileIds: array(id().required()).max(maxFilesAtOnce) })),
  /** Adds addresses, each of an invited partner; the newly added get a mail. @throws NOT_FOUND, NOT_INVITED, KYC_NOT_APPROVED, KYC_NOT_GOOD */
  deliver: command<FolderView>()(
    'storage.deliver',
    object({ id: id().required(), email: oneOrMany('Please select at least one email address'), until: accessEnd() }),
  ),
  /** Sets when an address's access ends; null takes the end away. */
  changeAccess: command<FolderView>()(
    'storage.change-access',
    object({ id: id().required(), email: text(254).required(), until: accessEnd() }),
  ),
  withdraw: command<FolderView>()('storage.withdraw', object({ id: id().required(), email: text(254).required() })),
  stats: command<Stats>()('storage.stats', object({})),
  received: command<ReceivedFolder[]>()('storage.received', object({ email: email() })),
  receivedFiles: command<FilePage<ReceivedFile>>()('storage.received-files', object(fileList)),
  receivedFile: command<ReceivedDetails>()(
    'storage.received-file',
    object({ folderId: id().required(), fileId: id().required() }),
  ),
  /** What the sender offers of a file before access to it: `rows`, or the file itself. @throws NOT_FOUND when that is nothing */
  openSample: command<{ rows: string; name: string } | { file: StoredFile }>()(
    'storage.open-sample',
    object({ folderId: id().required(), fileId: id().required() }),
  ),

  /**
   * Opens an upload: reserves quota and a row under a lease. With `done` a call of the same idempotency key was
   * committed before: that is the answer, and nothing may be written to the store again.
   * @throws QUOTA_EXCEEDED, NOT_FOUND, E2E_REQUIRED, VERSION_CONFLICT
   */
  beginUpload: command<{ uploadId: string; objectKey: string; done?: UploadedFile }>()(
    'storage.begin-upload',
    uploadInput.shape({
      fileName: line().required('file is required').meta(byGateway),
      expectedBytes: count().required().meta(byGateway),
      resumable: boolean().default(false).meta(byGateway),
    }),
  ),
  /** How far an upload in parts has come; all of it, once it is committed. @throws NOT_FOUND */
  uploadState: command<UploadState>()('storage.upload-state', object({ uploadId: id().required() })),
  /** Counts a part that stands in the store. @throws UPLOAD_GONE, OFFSET_CONFLICT when another part got there first */
  keepPart: command<{ offset: number }>()(
    'storage.keep-part',
    object({
      uploadId: id().required(),
      objectKey: text(500).required().meta(byGateway),
      offset: count().required().meta(byGateway),
      size: count().required().meta(byGateway),
    }),
  ),
  /** `size`: bytes of content; `sealedSize`: of the sealed file. @throws VERSION_CONFLICT, or UPLOAD_GONE when the lease has ended, the folder was deleted, or a repeat has taken over */
  commitUpload: internal<UploadedFile>()(
    'storage.commit-upload',
    object({
      uploadId: id().required(),
      size: count().required(),
      sealedSize: count(),
      sha256: text(64).required(),
      crc32: count().required(),
      mimetype: text(200).required(),
      scan: scan(),
    }),
  ),
  /** As an abort, and recorded: malware was found in what came. */
  refuseUpload: internal<{ ok: true }>()(
    'storage.refuse-upload',
    object({ uploadId: id().required(), signature: line(200).required() }),
  ),
  /** Gives the reserved quota back, forgets the row and removes what was stored; nothing once it is committed. */
  abortUpload: command<{ ok: true }>()('storage.abort-upload', object({ uploadId: id().required() })),
  openFile: command<StoredFile>()('storage.open-file', object({ folderId: id().required(), fileId: id().required() })),
  openVersion: command<StoredFile>()(
    'storage.open-version',
    object({ folderId: id().required(), fileId: id().required(), version: count().required() }),
  ),

  /** The files a receiver may ask for; throws NOT_FOUND when any is not delivered to the actor. */
  visibleFiles: internal<{ files: StoredFile[] }>()(
    'storage.visible-files',
    object({ fileIds: array(id().required()).required().max(10_000) }),
  ),
  /**
   * The sender's own live files, for acceptance; missing ones are left out. The bytes it answers with are kept for this
   * transfer until then, through replacement, deletion and an emptied bin. With the terms of the folders that have any.
   * May be repeated.
   */
  holdFiles: internal<{ files: StoredFile[]; licences: { folderId: string; folderName: string; terms: string }[] }>()(
    'storage.hold-files',
    object({
      transferId: id().required(),
      fileIds: array(id().required()).required().max(10_000),
      until: time().required(),
    }),
  ),
  /** The same files as they are now, without keeping any: what a sender's browser makes keys for. */
  ownFiles: internal<{ files: StoredFile[] }>()(
    'storage.own-files',
    object({ fileIds: array(id().required()).required().max(10_000) }),
  ),
  /** Moves the end of a transfer's hold, as when the transfer is extended. */
  renewHold: internal<{ ok: true }>()(
    'storage.renew-hold',
    object({ transferId: id().required(), until: time().required() }),
  ),
  /** A revoked transfer needs nothing any more. */
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
  folderRestored: event<FolderRef & { files: number }>('evt.storage.folder-restored', { to: ['audit'] }),
  folderDeleted: event<FolderRef & { files: number }>('evt.storage.folder-deleted', { to: ['audit'] }),
  folderDelivered: event<FolderRef & { emails: string[] }>('evt.storage.folder-delivered', {
    to: ['audit', 'notification'],
  }),
  accessWithdrawn: event<FolderRef & { email: string }>('evt.storage.access-withdrawn', { to: ['audit'] }),
  accessChanged: event<FolderRef & { email: string; until: string | null }>('evt.storage.access-changed', {
    to: ['audit'],
  }),
  fileUploaded: event<FolderRef & { fileId: string; name: string; size: number; sha256: string; mode: Mode }>(
    'evt.storage.file-uploaded',
    { to: ['audit'] },
  ),
  /** Malware was found in it, and nothing of it is kept. */
  fileRefused: event<FolderRef & { name: string; signature: string }>('evt.storage.file-refused', { to: ['audit'] }),
  fileEdited: event<FolderRef & { fileId: string; name: string }>('evt.storage.file-edited', { to: ['audit'] }),
  /** A managed file was sealed in place by its owner. */
  fileSealed: event<FolderRef & { fileId: string; name: string; version: number }>('evt.storage.file-sealed', {
    to: ['audit'],
  }),
  /** `emails` have access to the folder and are told. */
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
