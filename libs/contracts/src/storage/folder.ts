import { command, event } from '../define';
import { array, boolean, chosenId, id, object, singleLine, text, time, type Message } from '../values/fields';
import { searchInput } from '../values/search';
import type { FileView } from './file';
import type { FolderRef } from './folder-ref';

/** Files that the folder list contains per folder, and in total. The rest is paged. */
export const maxInlineFiles = 100;
export const maxInlineFilesTotal = 1000;

export interface FolderView {
  id: string;
  name: string;
  files: FileView[];
  count: number;
  /** E-mail addresses with access. */
  emails: string[];
  access: FolderAccess[];
  /** How many addresses with access `emails` and `access` leave out at their end: only where those of all folders are too many for one answer. */
  omittedEmails?: number;
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

const folderName = () =>
  singleLine(255).matches(/^(?!\.{1,2}$)[^/\\]+$/, {
    message: 'A folder name cannot contain / or \\',
    excludeEmptyString: true,
  });
/** Accepts one address or a list. */
const oneOrMany = (none: string) =>
  array(text(254).required())
    .transform((value, original) => (typeof original === 'string' ? [original] : value))
    .required(none)
    .min(1, none)
    .max(500, 'At most 500 addresses at once')
    .meta({ orOne: true });
const accessEnd = () =>
  time('The end date must be in the future')
    .nullable()
    .test('future', 'The end date must be in the future', (value) => !value || Date.parse(value) > Date.now());

export const folderCommands = {
  folders: command<FolderView[]>()('storage.folders', object({})),
  /**
   * `id`: chosen by the caller, who then knows that the answer is about a new folder. A repeat with the same id and name changes nothing.
   * @throws FOLDER_EXISTS, FOLDER_ID_TAKEN, TOO_LARGE
   */
  createFolder: command<FolderView>()(
    'storage.create-folder',
    object({ id: chosenId(), name: folderName().required('Folder name is required') }),
  ),
  /** @throws FOLDER_EXISTS, TOO_LARGE */
  renameFolder: command<FolderView>()(
    'storage.rename-folder',
    object({ name: text(255).required(), newName: folderName().required('Folder name is required') }),
  ),
  deleteFolder: command<Message>()('storage.delete-folder', object({ name: text(255).required() })),
  /** Changes description and licence terms, which receivers see. Absent fields stay unchanged. @throws TOO_LARGE */
  describeFolder: command<FolderView>()(
    'storage.describe-folder',
    object({ id: id().required(), description: text(1000), licence: text(4000) }),
  ),
  /** A repeat changes nothing: a pinned folder keeps its place. @throws NOT_FOUND */
  pinFolder: command<FolderView>()('storage.pin-folder', object({ id: id().required(), pinned: boolean().required() })),
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
};

export const folderEvents = {
  folderCreated: event<FolderRef>('evt.storage.folder-created', { to: ['audit'] }),
  folderRenamed: event<FolderRef & { previousName: string }>('evt.storage.folder-renamed', { to: ['audit'] }),
  folderDescribed: event<FolderRef>('evt.storage.folder-described', { to: ['audit'] }),
  folderPinChanged: event<FolderRef & { pinned: boolean }>('evt.storage.folder-pin-changed', { to: ['audit'] }),
  folderDeleted: event<FolderRef & { files: number }>('evt.storage.folder-deleted', { to: ['audit'] }),
  /** `partners`: those of `emails` that have accepted the company's invitation. The others get no mail. */
  folderDelivered: event<FolderRef & { emails: string[]; partners?: string[] }>('evt.storage.folder-delivered', {
    to: ['audit', 'notification'],
  }),
  accessRemoved: event<FolderRef & { email: string }>('evt.storage.access-withdrawn', { to: ['audit'] }),
  accessChanged: event<FolderRef & { email: string; until: string | null }>('evt.storage.access-changed', {
    to: ['audit'],
  }),
};
