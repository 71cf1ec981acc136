import { command } from '../define';
import { signedRequest, type Mode, type PublicBundle, type TransferMode } from '../encryption/sealed';
import type { ErrorCode } from '../errors';
import type { FileTerms } from '../storage';
import {
  array,
  email,
  id,
  object,
  paging,
  singleLine,
  string,
  trimmedText,
  type Message,
  type Page,
} from '../values/fields';
import { searchInput } from '../values/search';
import type { Approvals } from './approval';
import { assigneeFilter, type Assignee } from './assignment';

/** Files per request call. */
export const maxRequestedFiles = 1000;

/** Requests per reject call. */
export const maxRejectedAtOnce = 200;

export const requestStatuses = ['pending', 'accepted', 'rejected'] as const;

export type RequestStatus = (typeof requestStatuses)[number];

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
  /**
   * How many files `files`, `fileNames` and `fileIds` leave out at their end: only in a list of requests for so many files that not all fit. The
   * details (`GET /file-requests/{id}/details`) have all.
   */
  omittedFiles?: number;
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
  /** Only for the company that it was sent to, and only if it needs approvals. */
  approvals?: Approvals;
  /** Only for the company that it was sent to; null if it is assigned to nobody. */
  assignee?: Assignee | null;
  expiry?: string;
  transferId?: string;
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

/** All of a request, also those that a list leaves out. */
export const fileCountOf = ({ fileIds, omittedFiles = 0 }: Pick<RequestView, 'fileIds' | 'omittedFiles'>): number =>
  fileIds.length + omittedFiles;

/** Requests of a list without pages. */
export const mostListedRequests = 1_000;

/** Maximum length of `fileNames` in a list. */
export const listedFileNames = 10;
const requestList = {
  id: id(),
  ...paging,
  status: string().oneOf([...requestStatuses, '']),
  receiver: singleLine(254),
};

export const requestCommands = {
  /**
   * Creates one request per sender. Sealed files need `signed`, one request for each sender, as soon as both sides have encryption keys.
   * @throws NOT_FOUND, OWNER_KEYS_REQUIRED, PARTNERSHIP_ENDED, REQUEST_SIGNATURE_REQUIRED, REQUEST_SIGNATURE_INVALID
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
  /** What to sign before `create` for these files, one entry for each sender of sealed files, or for one pending request. @throws NOT_FOUND, OWNER_KEYS_REQUIRED, REQUEST_NOT_PENDING, FILES_GONE */
  toSign: command<{ requests: SigningTarget[] }>()(
    'requests.to-sign',
    object({ id: id(), fileIds: array(id().required()).min(1).max(maxRequestedFiles) }).test(
      'one',
      'Either id or fileIds is required',
      ({ id, fileIds }) => !id !== !fileIds,
    ),
  ),
  /** Signs a pending request, so that the sender can accept it. @throws NOT_FOUND, OWNER_KEYS_REQUIRED, REQUEST_NOT_PENDING, REQUEST_SIGNATURE_INVALID, FILES_GONE */
  sign: command<{ request: RequestView }>()(
    'requests.sign',
    object({
      id: id().required(),
      statement: signedRequest.statement.required(),
      sig: signedRequest.sig.required(),
    }),
  ),
  /** Requests to the caller's company, newest first. Without `page`: at most 1,000 requests, with texts and files of 6 MB. */
  ofCompany: command<RequestView[] | Page<RequestView>>()(
    'requests.of-company',
    object({ ...requestList, assignee: assigneeFilter() }),
  ),
  /** As `ofCompany`, requests of the caller. */
  mine: command<RequestView[] | Page<RequestView>>()('requests.mine', object(requestList)),
  /** Requests to the caller's company and of the caller, by a part of an address, a company's or a file's name: the newest five. */
  search: command<{ requests: FoundRequest[] }>()('requests.search', searchInput),
  /** The receiver withdraws its pending request; it is deleted. @throws REQUEST_NOT_PENDING */
  withdraw: command<Message>()('requests.withdraw', object({ id: id().required() })),
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
};
