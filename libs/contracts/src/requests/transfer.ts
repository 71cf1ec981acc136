import { command, internal } from '../define';
import {
  grantSet,
  type Mode,
  type SealedFile,
  type SignedManifest,
  type TransferGrants,
  type TransferMode,
} from '../encryption/sealed';
import type { FileTerms } from '../storage';
import { id, object, pageNumber, paging, string, time, trimmedText, type Message, type Page } from '../values/fields';
import type { ArchiveStatus } from './archive';
import { maxRequestedFiles, type RequestView } from './request';

export const transferStatuses = ['live', 'expired', 'revoked'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

export interface TransferFile {
  /** `{owner}/{folder}/{file}`; the first segment is the sender's company, the last the file. */
  key: string;
  fileId: string;
  name: string;
  contentType: string;
  /** Bytes of content. */
  size: number;
  /** SHA-256, lower-case hex: of the content, or of the sealed file. With a hyphen and a number: of the parts of the sealed file, and how many they are. */
  sha256: string;
  mode: Mode;
  /** Null for a managed file. */
  sealed: SealedFile | null;
  /** As they were when the request was accepted; null in transfers from before they were recorded. */
  terms?: FileTerms | null;
  url: string;
  /** Only with `content=inline`. */
  content?: { data: number[] };
}

/** Licence terms of one folder at the time of acceptance. */
export interface LicenceTerms {
  folderName: string;
  terms: string;
}

export interface TransferView {
  id: string;
  expiry: string;
  status: TransferStatus;
  senderCompany: string;
  receiverEmail: string;
  /** The intended use that the receiver stated in the request; cannot be changed. */
  intendedUse: string | null;
  licences: LicenceTerms[];
  /** Limit for the archive and for each file; null without a limit. */
  maxDownloads: number | null;
  /**
   * The bytes can be downloaded at any status: until the archive is ready, it is built while it is sent. `manifest`: of sealed and
   * mixed transfers: their archive is a bundle of sealed files.
   */
  archive: { status: ArchiveStatus; size: number; url: string; manifest?: SignedManifest };
  files: TransferFile[];
  mode: TransferMode;
  /** Null for a managed transfer. */
  grants: TransferGrants | null;
  /** The sealed files were granted to a key that the receiver no longer has. */
  keyLost: boolean;
}

/** Started downloads of one file or of the archive. */
export interface TransferDownload {
  what: 'archive' | 'file';
  /** Null for the archive. */
  fileId: string | null;
  name: string;
  byEmail: string;
  count: number;
  firstAt: string;
  lastAt: string;
}

/** A transfer in a list. */
export interface TransferItem {
  id: string;
  requestId: string;
  status: TransferStatus;
  /** Company of the other side, or its e-mail address if it has no company. */
  companyName: string;
  receiverEmail: string;
  createdAt: string;
  expiry: string;
  /** Null for people who may see the transfer, and may not open it. */
  url: string | null;
  /** Number of files. `fileNames` has the first names. */
  files: number;
  fileNames: string[];
  /** Bytes of all files. */
  size: number;
  archiveStatus: ArchiveStatus;
  mode: TransferMode;
  maxDownloads: number | null;
  /** Newest first. In a list at most 1,000 for all transfers together, the newest of each; the details of the request have all. */
  downloads: TransferDownload[];
  /** Why the sender revoked it. */
  reason: string | null;
}

/** A file as it was sent. */
export interface SentFile extends Pick<TransferFile, 'fileId' | 'name' | 'contentType' | 'size' | 'sha256' | 'mode'> {
  /** As they were when the request was accepted; null in transfers from before they were recorded. */
  terms: FileTerms | null;
}

export interface TransferDetails extends TransferItem {
  licences: LicenceTerms[];
  /** The files at the time of acceptance. */
  contents: SentFile[];
}

export const expiry = () => time('Expiry time must be in the future.').required('Expiry time must be in the future.');
const transferList = {
  ...paging,
  page: pageNumber,
  status: string().oneOf([...transferStatuses, '']),
};

export const transferCommands = {
  /** @throws NOT_FOUND, TRANSFER_EXPIRED, TRANSFER_REVOKED */
  transfer: command<TransferView>()('requests.transfer', object({ id: id().required() })),
  /** Transfers from the caller's company, newest first. */
  transfers: command<Page<TransferItem>>()('requests.transfers', object(transferList)),
  /** Transfers to the caller, newest first; with `id` only this one. */
  myTransfers: command<Page<TransferItem>>()('requests.my-transfers', object({ ...transferList, id: id() })),
  /** @throws NOT_FOUND */
  revoke: command<Message>()('requests.revoke', object({ id: id().required(), reason: trimmedText(1000) })),
  /** Extends a live or expired transfer and mails the new link. @throws NOT_FOUND, OWNER_KEYS_REQUIRED, EXPIRY_NOT_FUTURE, TRANSFER_REVOKED, E2E_GRANTS_REQUIRED, RECEIVER_KEY_MISSING, REQUEST_OF_OLD_KEYS, GRANTS_INVALID, ARCHIVES_FULL, TOO_MANY, or FILES_GONE when the files of an expired transfer were deleted */
  extend: command<{ transfer: TransferItem }>()(
    'requests.extend',
    object({ id: id().required(), expiry: expiry(), ...grantSet(maxRequestedFiles) }),
  ),
  /** @throws NOT_FOUND, TRANSFER_EXPIRED, TRANSFER_REVOKED, or TOO_MANY within a minute of the last mail */
  resendLink: command<Message>()('requests.resend-link', object({ id: id().required() })),
  /** Requests the same files again, after a transfer has ended or the receiver has lost the key. A repeat returns the same request. @throws NOT_FOUND, OWNER_KEYS_REQUIRED, PARTNERSHIP_ENDED, TRANSFER_LIVE, FILES_GONE */
  askAgain: command<{ request: RequestView }>()(
    'requests.ask-again',
    object({ id: id().required(), note: trimmedText(1000) }),
  ),

  /** Links of live transfers for the caller, by file. */
  liveTransfers: internal<{ links: { fileId: string; url: string }[] }>()('requests.live-transfers', object({})),
};
