import { command, event, internal } from './define';
import type { ErrorCode } from './errors';
import { passkeyAssertion } from './passkeys';
import {
  count,
  array,
  byGateway,
  email,
  id,
  singleLine,
  mixed,
  number,
  object,
  pageNumber,
  paging,
  string,
  text,
  time,
  trimmedText,
  type Message,
  type Page,
} from './values/fields';
import { searchInput } from './values/search';
import type { ArchiveEntry } from './jobs';
import type { FileTerms } from './storage';
import {
  grantSet,
  signedRequest,
  type Mode,
  type OwnSealedFile,
  type PublicBundle,
  type SealedFile,
  type SignedManifest,
  type SignedRequest,
  type TransferGrants,
  type TransferMode,
} from './encryption/sealed';

/** Wrong tries after which a mailed step-up code no longer works. */
export const stepUpTries = 5;

/** Files per request call. */
export const maxRequestedFiles = 1000;

/** Requests per reject call. */
export const maxRejectedAtOnce = 200;

export const requestStatuses = ['pending', 'accepted', 'rejected'] as const;
export const transferStatuses = ['live', 'expired', 'revoked'] as const;

export type RequestStatus = (typeof requestStatuses)[number];
export type ArchiveStatus = 'building' | 'ready' | 'failed';
export type TransferStatus = (typeof transferStatuses)[number];

export interface RequestView {
  id: string;
  /** Company of the other side; null for a receiver without a company. */
  companyId: string | null;
  companyName: string;
  receiverEmail: string;
  status: RequestStatus;
  createdAt: string;
  fileNames: string[];
  fileIds: string[];
  /** `terms`: as they were when the files were requested; null in requests from before they were recorded. */
  files: { id: string; name: string; mimetype: string; size: number; mode: Mode; terms: FileTerms | null }[];
  mode: TransferMode;
  /** The request contains sealed files, and the receiver has no encryption key yet. */
  waitsForKey: boolean;
  /** The request contains sealed files, and the receiver has not signed it for their present versions. */
  waitsForSignature: boolean;
  /** Message from the receiver. */
  note: string | null;
  intendedUse: string | null;
  /** Why the sender rejected it. */
  reason: string | null;
  expiry?: string;
  transferId?: string;
}

export interface TransferFile {
  /** `{owner}/{folder}/{file}`; the first segment is the sender's company, the last the file. */
  key: string;
  fileId: string;
  name: string;
  contentType: string;
  /** Bytes of content. */
  size: number;
  /** SHA-256, lower-case hex: of the content, or of the sealed file. */
  sha256: string;
  mode: Mode;
  /** Null for a managed file. */
  sealed: SealedFile | null;
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
  url: string;
  /** Number of files. `fileNames` has the first names. */
  files: number;
  fileNames: string[];
  /** Bytes of all files. */
  size: number;
  archiveStatus: ArchiveStatus;
  mode: TransferMode;
  maxDownloads: number | null;
  /** Newest first. */
  downloads: TransferDownload[];
  /** Why the sender revoked it. */
  reason: string | null;
}

/** A file as it was sent. */
export interface SentFile extends Pick<TransferFile, 'fileId' | 'name' | 'contentType' | 'size' | 'sha256' | 'mode'> {
  /** As they were when the request was accepted; null in transfers from before they were recorded. */
  terms: FileTerms | null;
}

export const historySteps = [
  'requested',
  'signed',
  'accepted',
  'rejected',
  'extended',
  'downloaded',
  'revoked',
  'expired',
] as const;

/** One step in the history of a request and its transfer. */
export interface HistoryStep {
  step: (typeof historySteps)[number];
  at: string;
  /** Of `accepted` and `extended`: until when the files are available since then. */
  expiry?: string;
  /** Of `rejected` and `revoked`, if the sender gave one. */
  reason?: string;
  /** Of `downloaded`: the archive or one file. `at` is the first time. */
  download?: TransferDownload;
}

export interface TransferDetails extends TransferItem {
  licences: LicenceTerms[];
  /** The files at the time of acceptance. */
  contents: SentFile[];
}

/** A request and its transfer, for either party. */
export interface RequestDetails {
  role: 'sender' | 'receiver';
  request: RequestView;
  senderCompany: string;
  /** Null for a receiver without a company. */
  receiverCompany: string | null;
  /** Null until the request is accepted. */
  transfer: TransferDetails | null;
  /** Oldest first. */
  history: HistoryStep[];
}

export interface FoundRequest {
  id: string;
  /** The caller's side of the request. */
  role: 'sender' | 'receiver';
  /** Company of the other side, or its e-mail address if it has no company. */
  companyName: string;
  receiverEmail: string;
  status: RequestStatus;
  createdAt: string;
  /** Number of files. `fileNames` has the first names. */
  files: number;
  fileNames: string[];
}

/** What a sender's client needs to create grants for a receiver. */
export interface SealingTargets {
  requestId: string;
  senderId: string;
  receiver: { userId: string; email: string; bundle: PublicBundle | null };
  /** The sealed files of the request or transfer, in the versions that will be granted. */
  files: OwnSealedFile[];
  /** The present grants of a transfer, which prove to its sender what was granted. Null for a request. */
  granted: TransferGrants | null;
  /** The pending request as its receiver signed it; null until then. A transfer has it in `granted`. */
  signed: SignedRequest | null;
}

/** What a receiver's client needs to sign a request for the files of one sender. */
export interface SigningTarget {
  /** Null for a request that does not exist yet: the client chooses a UUID. */
  requestId: string | null;
  sender: { userId: string; email: string; bundle: PublicBundle | null };
  companyName: string;
  intendedUse: string | null;
  note: string | null;
  files: { fileId: string; version: number; mode: Mode; name: string; mimetype: string; size: number }[];
}

/** Maximum length of `fileNames` in a list. */
export const listedFileNames = 20;

/** The storage location of one file or of the archive, for the gateway. */
export interface TransferObject {
  objectKey: string;
  name: string;
  contentType: string;
  size: number;
  /** Entity tag without quotes. */
  etag: string;
  modifiedAt: string;
  /** Set while the archive is not ready: its entries, from which the gateway builds it while sending. */
  entries?: ArchiveEntry[];
}

const expiry = () => time('Expiry time must be in the future.').required('Expiry time must be in the future.');
const requestList = {
  id: id(),
  ...paging,
  status: string().oneOf([...requestStatuses, '']),
  receiver: singleLine(254),
};
const transferList = {
  ...paging,
  page: pageNumber,
  status: string().oneOf([...transferStatuses, '']),
};
/** Set by the gateway: `start` begins a download (and is counted), `resume` continues one, `look` reads no bytes. */
const use = string()
  .oneOf(['start', 'resume', 'look'] as const)
  .default('start')
  .meta(byGateway);
/** Number of bytes that a `resume` requests. */
const bytes = count().default(0).meta(byGateway);

export const requests = {
  /**
   * Creates one request per sender. Sealed files need `signed`, one request for each sender, as soon as both sides have encryption keys.
   * @throws NOT_FOUND, PARTNERSHIP_ENDED, REQUEST_SIGNATURE_REQUIRED, REQUEST_SIGNATURE_INVALID
   */
  create: command<Message & { requests: RequestView[]; alreadyPending: string[] }>()(
    'requests.create',
    object({
      files: array(object({ id: id().required() }).required())
        .required('Please select at least one file')
        .min(1, 'Please select at least one file')
        .max(maxRequestedFiles, `At most ${maxRequestedFiles} files in one request`),
      requesterId: id(),
      receiverEmail: email(),
      note: trimmedText(1000),
      intendedUse: trimmedText(1000),
      /** Each statement contains the id of its request. */
      signed: array(
        object({ statement: signedRequest.statement.required(), sig: signedRequest.sig.required() }).required(),
      ).max(maxRequestedFiles),
    }),
  ),
  /** What to sign before `create` for these files, one entry for each sender of sealed files, or for one pending request. @throws NOT_FOUND, REQUEST_NOT_PENDING, FILES_GONE */
  toSign: command<{ requests: SigningTarget[] }>()(
    'requests.to-sign',
    object({ id: id(), fileIds: array(id().required()).min(1).max(maxRequestedFiles) }).test(
      'one',
      'Either id or fileIds is required',
      ({ id, fileIds }) => !id !== !fileIds,
    ),
  ),
  /** Signs a pending request, so that the sender can accept it. @throws NOT_FOUND, REQUEST_NOT_PENDING, REQUEST_SIGNATURE_INVALID, FILES_GONE */
  sign: command<{ request: RequestView }>()(
    'requests.sign',
    object({
      id: id().required(),
      statement: signedRequest.statement.required(),
      sig: signedRequest.sig.required(),
    }),
  ),
  ofCompany: command<RequestView[] | Page<RequestView>>()('requests.of-company', object(requestList)),
  mine: command<RequestView[] | Page<RequestView>>()('requests.mine', object(requestList)),
  /** A request of the caller or to the caller's company, with its transfer and history. @throws NOT_FOUND */
  details: command<RequestDetails>()('requests.details', object({ id: id().required() })),
  /** Requests to the caller's company and of the caller, by a part of an address, a company's or a file's name: the newest five. */
  search: command<{ requests: FoundRequest[] }>()('requests.search', searchInput),
  /** The receiver withdraws its pending request; it is deleted. @throws REQUEST_NOT_PENDING */
  withdraw: command<Message>()('requests.withdraw', object({ id: id().required() })),
  /** Mails a step-up code to the signed-in sender. @throws NOT_FOUND, REQUEST_NOT_PENDING */
  createCode: command<Message>()('requests.create-code', object({ requestId: id().required(), email: email() })),
  /** @throws CODE_INVALID, NOT_FOUND */
  verifyCode: command<{ verified: true }>()(
    'requests.verify-code',
    object({ id: id().required(), code: text(12).required('Please enter a verification code.') }),
  ),
  /** In place of the mailed code, with a challenge for this request. @throws PASSKEY_INVALID, NOT_FOUND, REQUEST_NOT_PENDING */
  verifyPasskey: command<{ verified: true }>()(
    'requests.verify-passkey',
    object({ id: id().required(), passkey: passkeyAssertion.required() }),
  ),
  /** The sealed files and the receiver's keys of a pending request (`id`) or of a transfer to extend (`transferId`). @throws NOT_FOUND, REQUEST_NOT_PENDING, TRANSFER_REVOKED */
  sealingTargets: command<SealingTargets>()(
    'requests.to-seal',
    object({ id: id(), transferId: id() }).test(
      'one',
      'Either id or transferId is required',
      ({ id, transferId }) => !id !== !transferId,
    ),
  ),
  /** The current and previous public keys of bundle manifests: SPKI in base64url, the current one first. */
  manifestKey: command<{ keys: string[] }>()('requests.manifest-key', object({})),
  /**
   * Accepts a request. Sealed files need `grants` and `sig`, created for exactly this expiry.
   * @throws NOT_FOUND, NOT_VERIFIED, EXPIRY_NOT_FUTURE, REQUEST_NOT_PENDING, FILES_GONE, KYC_NOT_APPROVED, KYC_NOT_GOOD, E2E_GRANTS_REQUIRED, RECEIVER_KEY_MISSING, REQUEST_UNSIGNED, GRANTS_INVALID, ARCHIVES_FULL, TOO_MANY, or VERSION_CONFLICT when a sealed file was replaced at the same time
   */
  confirm: command<{ request: RequestView; transfer: { id: string; url: string; expiry: string } }>()(
    'requests.confirm',
    object({
      requestId: id().required(),
      expiry: expiry(),
      ...grantSet(maxRequestedFiles),
      /** A part of the requested files; all when absent. */
      fileIds: array(id().required()).min(1, 'Please select at least one file').max(maxRequestedFiles),
      maxDownloads: number()
        .typeError('Enter a whole number of 1 or more')
        .integer('Enter a whole number of 1 or more')
        .min(1, 'Enter a whole number of 1 or more')
        .max(1_000_000),
    }),
  ),
  /** @throws NOT_FOUND, REQUEST_NOT_PENDING */
  reject: command<{ request: RequestView }>()(
    'requests.reject',
    object({ id: id().required(), email: email(), reason: trimmedText(1000) }),
  ),
  rejectMany: command<{ rejected: RequestView[]; failed: { id: string; code: ErrorCode; message: string }[] }>()(
    'requests.reject-many',
    object({
      ids: array(id().required())
        .required('Please select at least one request')
        .min(1, 'Please select at least one request')
        .max(maxRejectedAtOnce, `At most ${maxRejectedAtOnce} requests at once`),
      reason: trimmedText(1000),
    }),
  ),
  /** @throws NOT_FOUND, TRANSFER_EXPIRED, TRANSFER_REVOKED */
  transfer: command<TransferView>()('requests.transfer', object({ id: id().required() })),
  /** Transfers from the caller's company, newest first. */
  transfers: command<Page<TransferItem>>()('requests.transfers', object(transferList)),
  /** Transfers to the caller, newest first. */
  myTransfers: command<Page<TransferItem>>()('requests.my-transfers', object(transferList)),
  /** @throws NOT_FOUND */
  revoke: command<Message>()('requests.revoke', object({ id: id().required(), reason: trimmedText(1000) })),
  /** Extends a live or expired transfer and mails the new link. @throws NOT_FOUND, EXPIRY_NOT_FUTURE, TRANSFER_REVOKED, E2E_GRANTS_REQUIRED, RECEIVER_KEY_MISSING, REQUEST_OF_OLD_KEYS, GRANTS_INVALID, ARCHIVES_FULL, TOO_MANY, or FILES_GONE when the files of an expired transfer were deleted */
  extend: command<{ transfer: TransferItem }>()(
    'requests.extend',
    object({ id: id().required(), expiry: expiry(), ...grantSet(maxRequestedFiles) }),
  ),
  /** @throws NOT_FOUND, TRANSFER_EXPIRED, TRANSFER_REVOKED, or TOO_MANY within a minute of the last mail */
  resendLink: command<Message>()('requests.resend-link', object({ id: id().required() })),
  /** Requests the same files again, after a transfer has ended or the receiver has lost the key. A repeat returns the same request. @throws NOT_FOUND, PARTNERSHIP_ENDED, TRANSFER_LIVE, FILES_GONE */
  askAgain: command<{ request: RequestView }>()(
    'requests.ask-again',
    object({ id: id().required(), note: trimmedText(1000) }),
  ),
  /** @throws NOT_FOUND, TRANSFER_EXPIRED, TRANSFER_REVOKED */
  recordDownload: command<Message>()('requests.record-download', object({ id: id().required(), userId: text(200) })),
  /** @throws TRANSFER_EXPIRED, TRANSFER_REVOKED, DOWNLOADS_USED */
  openFile: command<TransferObject>()(
    'requests.open-file',
    object({ transferId: id().required(), fileId: id().required(), use, bytes }),
  ),
  /** @throws TRANSFER_EXPIRED, TRANSFER_REVOKED, DOWNLOADS_USED */
  openArchive: command<TransferObject>()('requests.open-archive', object({ transferId: id().required(), use, bytes })),
  /** For the gateway: returns the unsent bytes of a resumed download to its limit. Without a file, of the archive. */
  returnBytes: internal<{ ok: true }>()(
    'requests.return-bytes',
    object({ transferId: id().required(), fileId: id(), bytes: count().required() }),
  ),

  /** Links of live transfers for the caller, by file. */
  liveTransfers: internal<{ links: { fileId: string; url: string }[] }>()('requests.live-transfers', object({})),
  /** From worker-zip: the archive of this generation is stored. `size` in bytes. */
  attachArchive: internal<{ attached: boolean }>()(
    'requests.attach-archive',
    object({ transferId: id().required(), generation: mixed<number>().required(), size: mixed<number>().required() }),
  ),
  /** From worker-zip, about once a second: progress of the archive. Sent as a live update, not stored. */
  reportArchive: internal<{ ok: true }>()(
    'requests.report-archive',
    object({
      transferId: id().required(),
      generation: mixed<number>().required(),
      percent: number().integer().min(0).max(100).required(),
    }),
  ),
  failArchive: internal<{ ok: true }>()(
    'requests.fail-archive',
    object({ transferId: id().required(), generation: mixed<number>().required() }),
  ),
};

interface RequestRef {
  requestId: string;
  /** Company of the sender. */
  companyId: string;
  companyName: string;
  receiverUserId: string;
  receiverEmail: string;
  receiverCompanyId: string | null;
  receiverCompanyName: string | null;
  fileNames: string[];
  folderNames: string[];
}

/** These events contain no transfer id: the link is a secret and is sent by mail only. */
export const requestEvents = {
  created: event<RequestRef>('evt.requests.created', { to: ['audit', 'notification'] }),
  accepted: event<RequestRef & { expiry: string }>('evt.requests.accepted', { to: ['audit', 'notification'] }),
  rejected: event<RequestRef & { reason: string | null }>('evt.requests.rejected', { to: ['audit', 'notification'] }),
  /** The receiver has signed a pending request for sealed files, so it can be accepted now. */
  signed: event<RequestRef>('evt.requests.key-arrived', { to: ['audit', 'notification'] }),
  withdrawn: event<RequestRef>('evt.requests.withdrawn', { to: ['audit', 'notification'] }),
  archiveReady: event<RequestRef & { size: number }>('evt.requests.archive-ready', { to: ['audit', 'notification'] }),
  revoked: event<RequestRef & { reason: string | null }>('evt.requests.revoked', { to: ['audit', 'notification'] }),
  extended: event<RequestRef & { expiry: string }>('evt.requests.extended', { to: ['audit', 'notification'] }),
  /** The transfer expires soon and nothing was downloaded. */
  expiringSoon: event<RequestRef & { expiry: string }>('evt.requests.expiring-soon', { to: ['audit', 'notification'] }),
  /** The receiver started the first download of this transfer. */
  firstDownloaded: event<RequestRef>('evt.requests.first-downloaded', { to: ['audit', 'notification'] }),
  downloaded: event<RequestRef & { downloaded: string[]; byUserId: string; byEmail: string }>(
    'evt.requests.downloaded',
    { to: ['audit'] },
  ),
};
