import { command, event, internal } from './define';
import type { ErrorCode } from './errors';
import {
  array,
  byGateway,
  email,
  id,
  line,
  mixed,
  number,
  object,
  paging,
  string,
  text,
  time,
  words,
  type Message,
  type Page,
} from './fields';
import type { ArchiveEntry } from './jobs';
import {
  grantSet,
  type Mode,
  type OwnSealedFile,
  type PublicBundle,
  type SealedFile,
  type SignedManifest,
  type TransferGrants,
  type TransferMode,
} from './sealed';

/** Files one call may ask for. */
export const maxRequestedFiles = 1000;

/** Requests one call may reject. */
export const maxRejectedAtOnce = 200;

export const requestStatuses = ['pending', 'accepted', 'rejected'] as const;
export const transferStatuses = ['live', 'expired', 'revoked'] as const;

export type RequestStatus = (typeof requestStatuses)[number];
export type ArchiveStatus = 'building' | 'ready' | 'failed';
export type TransferStatus = (typeof transferStatuses)[number];

export interface RequestView {
  id: string;
  /** The other side's; null for a receiver without a company. */
  companyId: string | null;
  companyName: string;
  receiverEmail: string;
  status: RequestStatus;
  createdAt: string;
  fileNames: string[];
  fileIds: string[];
  files: { id: string; name: string; mimetype: string; size: number; mode: Mode }[];
  mode: TransferMode;
  /** It asks for sealed files, and the receiver has no key that they could be given to. */
  waitsForKey: boolean;
  /** What the receiver wrote with its request. */
  note: string | null;
  intendedUse: string | null;
  /** Why the sender said no. */
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
  /** Of the content, or of the sealed file. */
  sha256: string;
  mode: Mode;
  /** Null for a managed file. */
  sealed: SealedFile | null;
  url: string;
  /** Only with `content=inline`. */
  content?: { data: number[] };
}

/** Terms of one folder as they stood when the request was accepted. */
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
  /** What the receiver said it wants the files for; frozen. */
  intendedUse: string | null;
  licences: LicenceTerms[];
  /** How often the archive, and each file, may be downloaded; null without a limit. */
  maxDownloads: number | null;
  /** The bytes may be fetched at once, whatever the status: until it is ready the same archive is made while it is sent. */
  /** Of a sealed or mixed transfer: a bundle, its manifest, and where its bytes stand. */
  archive: { status: ArchiveStatus; size: number; url: string; manifest?: SignedManifest };
  files: TransferFile[];
  mode: TransferMode;
  /** Null for a managed transfer. */
  grants: TransferGrants | null;
  /** The sealed files were given to a key that the receiver does not have any more. */
  keyLost: boolean;
}

/** How often the receiver began to download one file, or the archive. */
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

/** A transfer as a line of a list. */
export interface TransferItem {
  id: string;
  requestId: string;
  status: TransferStatus;
  /** The other side's company, or its address where it has none. */
  companyName: string;
  receiverEmail: string;
  createdAt: string;
  expiry: string;
  url: string;
  /** How many files, and the names of the first of them. */
  files: number;
  fileNames: string[];
  /** Bytes of all files. */
  size: number;
  archiveStatus: ArchiveStatus;
  mode: TransferMode;
  maxDownloads: number | null;
  /** Newest first. */
  downloads: TransferDownload[];
  /** Why the sender withdrew it. */
  reason: string | null;
}

/** What a sender's browser needs to give a receiver access to sealed files. */
export interface ToSeal {
  requestId: string;
  senderId: string;
  receiver: { userId: string; email: string; bundle: PublicBundle | null };
  /** Of the request, or of the transfer, those that are sealed; in the versions that will be given. */
  files: OwnSealedFile[];
}

/** Names a line of a list carries. */
export const listedFileNames = 20;

/** Where the gateway finds the bytes of one file or of the archive. */
export interface TransferObject {
  objectKey: string;
  name: string;
  contentType: string;
  size: number;
  /** Entity tag without quotes. */
  etag: string;
  modifiedAt: string;
  /** Set while no stored object is ready: what the archive is made of on the way out, in its order. */
  entries?: ArchiveEntry[];
}

const expiry = () => time('Expiry time must be in the future.').required('Expiry time must be in the future.');
const requestList = { id: id(), ...paging, status: string().oneOf([...requestStatuses, '']), receiver: line(254) };
const transferList = {
  ...paging,
  page: number().integer().min(1).default(1),
  status: string().oneOf([...transferStatuses, '']),
};
/** Set by the gateway alone: a download begins, one that broke off goes on, or no bytes are read. Beginnings are counted. */
const use = string()
  .oneOf(['start', 'resume', 'look'] as const)
  .default('start')
  .meta(byGateway);

export const requests = {
  /** @throws NOT_FOUND */
  create: command<Message & { requests: RequestView[]; alreadyPending: string[] }>()(
    'requests.create',
    object({
      files: array(object({ id: id().required() }).required())
        .required('Please select at least one file')
        .min(1, 'Please select at least one file')
        .max(maxRequestedFiles, `At most ${maxRequestedFiles} files in one request`),
      requesterId: id(),
      receiverEmail: email(),
      note: words(1000),
      intendedUse: words(1000),
    }),
  ),
  ofCompany: command<RequestView[] | Page<RequestView>>()('requests.of-company', object(requestList)),
  mine: command<RequestView[] | Page<RequestView>>()('requests.mine', object(requestList)),
  /** The receiver takes its pending request back: it is gone as if never made. @throws REQUEST_NOT_PENDING */
  withdraw: command<Message>()('requests.withdraw', object({ id: id().required() })),
  /** Mails the step-up code to the signed-in sender. @throws NOT_FOUND, REQUEST_NOT_PENDING */
  createCode: command<Message>()('requests.create-code', object({ requestId: id().required(), email: email() })),
  /** @throws CODE_INVALID, NOT_FOUND */
  verifyCode: command<{ verified: true }>()(
    'requests.verify-code',
    object({ id: id().required(), code: text(12).required('Please enter a verification code.') }),
  ),
  /** Of a pending request (`id`), or of a transfer that is to be extended (`transferId`). @throws NOT_FOUND, REQUEST_NOT_PENDING */
  toSeal: command<ToSeal>()(
    'requests.to-seal',
    object({ id: id(), transferId: id() }).test(
      'one',
      'Either id or transferId is required',
      ({ id, transferId }) => !id !== !transferId,
    ),
  ),
  /** The public halves of the keys that manifests are and were signed with, SPKI in base64url, the present one first. */
  manifestKey: command<{ keys: string[] }>()('requests.manifest-key', object({})),
  /**
   * Sealed files need `grants` and `sig`, made for exactly this expiry.
   * @throws NOT_FOUND, NOT_VERIFIED, EXPIRY_NOT_FUTURE, REQUEST_NOT_PENDING, FILES_GONE, KYC_NOT_APPROVED, KYC_NOT_GOOD, E2E_GRANTS_REQUIRED, RECEIVER_KEY_MISSING, GRANTS_INVALID, or VERSION_CONFLICT when a sealed file changed in that moment
   */
  confirm: command<{ request: RequestView; transfer: { id: string; url: string; expiry: string } }>()(
    'requests.confirm',
    object({
      requestId: id().required(),
      expiry: expiry(),
      ...grantSet(maxRequestedFiles),
      /** Part of the files asked for; all of them when left out. */
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
    object({ id: id().required(), email: email(), reason: words(1000) }),
  ),
  rejectMany: command<{ rejected: RequestView[]; failed: { id: string; code: ErrorCode; message: string }[] }>()(
    'requests.reject-many',
    object({
      ids: array(id().required())
        .required('Please select at least one request')
        .min(1, 'Please select at least one request')
        .max(maxRejectedAtOnce, `At most ${maxRejectedAtOnce} requests at once`),
      reason: words(1000),
    }),
  ),
  /** @throws NOT_FOUND, TRANSFER_EXPIRED, TRANSFER_REVOKED */
  transfer: command<TransferView>()('requests.transfer', object({ id: id().required() })),
  /** What the acting user's company delivers, newest first. */
  transfers: command<Page<TransferItem>>()('requests.transfers', object(transferList)),
  /** What was delivered to the acting user, newest first. */
  myTransfers: command<Page<TransferItem>>()('requests.my-transfers', object(transferList)),
  /** @throws NOT_FOUND */
  revoke: command<Message>()('requests.revoke', object({ id: id().required(), reason: words(1000) })),
  /** Moves the end of a live or expired transfer later and mails the new link. @throws NOT_FOUND, EXPIRY_NOT_FUTURE, TRANSFER_REVOKED, E2E_GRANTS_REQUIRED, RECEIVER_KEY_MISSING, GRANTS_INVALID, or FILES_GONE long after the end */
  extend: command<{ transfer: TransferItem }>()(
    'requests.extend',
    object({ id: id().required(), expiry: expiry(), ...grantSet(maxRequestedFiles) }),
  ),
  /** @throws NOT_FOUND, TRANSFER_EXPIRED, TRANSFER_REVOKED, or TOO_MANY within a minute of the last */
  resendLink: command<Message>()('requests.resend-link', object({ id: id().required() })),
  /** The receiver of an ended transfer, or of one whose keys are lost, asks for the same files once more; a repeat answers the same request. @throws NOT_FOUND, TRANSFER_LIVE, FILES_GONE */
  askAgain: command<{ request: RequestView }>()(
    'requests.ask-again',
    object({ id: id().required(), note: words(1000) }),
  ),
  /** @throws NOT_FOUND, TRANSFER_EXPIRED, TRANSFER_REVOKED */
  recordDownload: command<Message>()('requests.record-download', object({ id: id().required(), userId: text(200) })),
  /** @throws TRANSFER_EXPIRED, TRANSFER_REVOKED, DOWNLOADS_USED */
  openFile: command<TransferObject>()(
    'requests.open-file',
    object({ transferId: id().required(), fileId: id().required(), use }),
  ),
  /** @throws TRANSFER_EXPIRED, TRANSFER_REVOKED, DOWNLOADS_USED */
  openArchive: command<TransferObject>()('requests.open-archive', object({ transferId: id().required(), use })),

  /** Live transfers made for the acting user, by file. */
  liveTransfers: internal<{ links: { fileId: string; url: string }[] }>()('requests.live-transfers', object({})),
  /** From worker-zip: the archive of this generation stands in the store. */
  attachArchive: internal<{ attached: boolean }>()(
    'requests.attach-archive',
    object({ transferId: id().required(), generation: mixed<number>().required(), size: mixed<number>().required() }),
  ),
  /** From worker-zip, about once a second: how much of the archive stands. Shown in browsers, kept nowhere. */
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
  /** The sender's. */
  companyId: string;
  companyName: string;
  receiverUserId: string;
  receiverEmail: string;
  receiverCompanyId: string | null;
  receiverCompanyName: string | null;
  fileNames: string[];
  folderNames: string[];
}

/** No transfer id here: the link is a secret and travels as mail alone. */
export const requestEvents = {
  created: event<RequestRef>('evt.requests.created', { to: ['audit', 'notification'] }),
  accepted: event<RequestRef & { expiry: string }>('evt.requests.accepted', { to: ['audit', 'notification'] }),
  rejected: event<RequestRef & { reason: string | null }>('evt.requests.rejected', { to: ['audit', 'notification'] }),
  /** Its receiver has made keys: a request for sealed files that waited for them can be accepted. */
  keyArrived: event<RequestRef>('evt.requests.key-arrived', { to: ['audit', 'notification'] }),
  withdrawn: event<RequestRef>('evt.requests.withdrawn', { to: ['audit', 'notification'] }),
  archiveReady: event<RequestRef & { size: number }>('evt.requests.archive-ready', { to: ['audit', 'notification'] }),
  revoked: event<RequestRef & { reason: string | null }>('evt.requests.revoked', { to: ['audit', 'notification'] }),
  extended: event<RequestRef & { expiry: string }>('evt.requests.extended', { to: ['audit', 'notification'] }),
  /** Nothing was downloaded yet, and the end is near. */
  expiringSoon: event<RequestRef & { expiry: string }>('evt.requests.expiring-soon', { to: ['audit', 'notification'] }),
  /** The receiver's first bytes of this transfer. */
  firstDownloaded: event<RequestRef>('evt.requests.first-downloaded', { to: ['audit', 'notification'] }),
  downloaded: event<RequestRef & { downloaded: string[]; byUserId: string; byEmail: string }>(
    'evt.requests.downloaded',
    { to: ['audit'] },
  ),
};
