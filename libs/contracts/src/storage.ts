import { command, event, internal } from './define';
import { array, count, email, id, line, number, numeric, object, paging, string, text, type Message, type Page } from './fields';

/** 50 MiB: what the hint calls 50MB. */
export const maxFileBytes = 50 * 1024 * 1024;

/** What a folder's list carries inline; the rest is paged. */
export const inlineFiles = 100;

export const fileDefaults = { category: 'Personal', currency: 'USD', price: '0.00', numberOfRecords: 0, totalAmount: '0.00' } as const;

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
  /** Lower-case hex. */
  sha256: string;
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
  /** The link of a live transfer made for this user. */
  sharedUrl: string | null;
}

export interface ReceivedFolder {
  folderId: string;
  folderName: string;
  inviterCompany: string;
  inviterId: string;
  files: ReceivedFile[];
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
  size: number;
  sha256: string;
  /** Unsigned 32 bit. */
  crc32: number;
  updatedAt: string;
  /** Terms of the folder. */
  licence?: string | null;
}

const folderName = () => line(255).matches(/^(?!\.{1,2}$)[^/\\]+$/, { message: 'A folder name cannot contain / or \\', excludeEmptyString: true });
const money = () => numeric('Enter an amount of 0 or more');
/** The wire takes one address or a list. */
const oneOrMany = (none: string) =>
  array(text(254).required())
    .transform((value, original) => (typeof original === 'string' ? [original] : value))
    .required(none)
    .min(1, none)
    .max(500, 'At most 500 addresses at once');
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

export const uploadInput = object({ folderId: id().required(), name: line(), ...fileTerms });

export const storage = {
  folders: command<FolderView[]>()('storage.folders', object({})),
  files: command<Page<FileView>>()(
    'storage.files',
    object({ folderId: id().required(), ...paging, page: number().integer().min(1).default(1), type: string().oneOf(['all', 'document', 'spreadsheet', 'presentation', 'image', 'video', 'other'] as const) }),
  ),
  createFolder: command<FolderView>()('storage.create-folder', object({ name: folderName().required('Folder name is required') })),
  renameFolder: command<FolderView>()(
    'storage.rename-folder',
    object({ name: text(255).required(), newName: folderName().required('Folder name is required') }),
  ),
  deleteFolder: command<Message>()('storage.delete-folder', object({ name: text(255).required() })),
  editFile: command<FileView>()(
    'storage.edit-file',
    object({ folderId: id().required(), fileId: id().required(), records: count(), amount: money(), category: line(120), currency: currency(), price: money() }),
  ),
  deleteFile: command<Message>()(
    'storage.delete-file',
    object({ folderName: text(255), fileName: text(255), mimetype: text(200), fileId: id() }),
  ),
  /** Adds addresses, each of an invited partner; the newly added get a mail. */
  deliver: command<FolderView>()(
    'storage.deliver',
    object({ id: id().required(), email: oneOrMany('Please select at least one email address') }),
  ),
  withdraw: command<FolderView>()('storage.withdraw', object({ id: id().required(), email: text(254).required() })),
  stats: command<Stats>()('storage.stats', object({})),
  received: command<ReceivedFolder[]>()('storage.received', object({ email: email() })),

  /**
   * Opens an upload: reserves quota and a row under a lease. With `done` a call of the same idempotency key was
   * committed before: that is the answer, and nothing may be written to the store again.
   * @throws QUOTA_EXCEEDED, NOT_FOUND
   */
  beginUpload: command<{ uploadId: string; objectKey: string; done?: UploadedFile }>()(
    'storage.begin-upload',
    uploadInput.shape({ fileName: line().required('file is required'), expectedBytes: count().required() }),
  ),
  /** @throws UPLOAD_GONE when the lease has ended, the folder was deleted, or a repeat has taken over */
  commitUpload: internal<UploadedFile>()(
    'storage.commit-upload',
    object({
      uploadId: id().required(),
      size: count().required(),
      sha256: text(64).required(),
      crc32: count().required(),
      mimetype: text(200).required(),
    }),
  ),
  /** Gives the reserved quota back, forgets the row and removes what was stored; nothing once it is committed. */
  abortUpload: internal<{ ok: true }>()('storage.abort-upload', object({ uploadId: id().required() })),
  openFile: command<StoredFile>()('storage.open-file', object({ folderId: id().required(), fileId: id().required() })),

  /** The files a receiver may ask for; throws NOT_FOUND when any is not delivered to the actor. */
  visibleFiles: internal<{ files: StoredFile[] }>()('storage.visible-files', object({ fileIds: array(id().required()).required().max(10_000) })),
  /** The sender's own live files, for acceptance; missing ones are left out. */
  ownFiles: internal<{ files: StoredFile[] }>()('storage.own-files', object({ fileIds: array(id().required()).required().max(10_000) })),
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
  folderDeleted: event<FolderRef & { files: number }>('evt.storage.folder-deleted', { to: ['audit'] }),
  folderDelivered: event<FolderRef & { emails: string[] }>('evt.storage.folder-delivered', { to: ['audit', 'notification'] }),
  accessWithdrawn: event<FolderRef & { email: string }>('evt.storage.access-withdrawn', { to: ['audit'] }),
  fileUploaded: event<FolderRef & { fileId: string; name: string; size: number; sha256: string }>('evt.storage.file-uploaded', { to: ['audit'] }),
  fileEdited: event<FolderRef & { fileId: string; name: string }>('evt.storage.file-edited', { to: ['audit'] }),
  fileDeleted: event<FolderRef & { fileId: string; name: string }>('evt.storage.file-deleted', { to: ['audit'] }),
};
