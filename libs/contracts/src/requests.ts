import { command, event, internal } from './define';
import { array, email, id, mixed, object, paging, text, time, type Message, type Page } from './fields';

/** Files one call may ask for. */
export const maxRequestedFiles = 1000;

export type RequestStatus = 'pending' | 'accepted' | 'rejected';
export type ArchiveStatus = 'building' | 'ready' | 'failed';
export type TransferStatus = 'live' | 'expired' | 'revoked';

export interface RequestView {
  id: string;
  companyName: string;
  receiverEmail: string;
  status: RequestStatus;
  createdAt: string;
  fileNames: string[];
  fileIds: string[];
  files: { id: string; name: string; mimetype: string; size: number }[];
  expiry?: string;
  transferId?: string;
}

export interface TransferFile {
  /** `{owner}/{folder}/{file}`; the first segment is the sender's company, the last the file. */
  key: string;
  fileId: string;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  url: string;
  /** Only with `content=inline`. */
  content?: { data: number[] };
}

export interface TransferView {
  id: string;
  expiry: string;
  status: TransferStatus;
  senderCompany: string;
  archive: { status: ArchiveStatus; size?: number; url?: string };
  files: TransferFile[];
}

/** Where the gateway finds the bytes of one file or of the archive. */
export interface TransferObject {
  objectKey: string;
  name: string;
  contentType: string;
  size: number;
  /** Entity tag without quotes. */
  etag: string;
  modifiedAt: string;
}

export const requests = {
  create: command<Message & { requests: RequestView[]; alreadyPending: string[] }>()(
    'requests.create',
    object({
      files: array(object({ id: id().required() }).required())
        .required('Please select at least one file')
        .min(1, 'Please select at least one file')
        .max(maxRequestedFiles, `At most ${maxRequestedFiles} files in one request`),
      requesterId: id(),
      receiverEmail: email(),
    }),
  ),
  ofCompany: command<RequestView[] | Page<RequestView>>()('requests.of-company', object({ id: id(), ...paging })),
  mine: command<RequestView[] | Page<RequestView>>()('requests.mine', object({ id: id(), ...paging })),
  /** Mails the step-up code to the signed-in sender. */
  createCode: command<Message>()('requests.create-code', object({ requestId: id().required(), email: email() })),
  verifyCode: command<{ verified: true }>()(
    'requests.verify-code',
    object({ id: id().required(), code: text(12).required('Please enter a verification code.') }),
  ),
  confirm: command<{ request: RequestView; transfer: { id: string; url: string; expiry: string } }>()(
    'requests.confirm',
    object({ requestId: id().required(), expiry: time('Expiry time must be in the future.').required('Expiry time must be in the future.') }),
  ),
  reject: command<{ request: RequestView }>()('requests.reject', object({ id: id().required(), email: email() })),
  transfer: command<TransferView>()('requests.transfer', object({ id: id().required() })),
  revoke: command<Message>()('requests.revoke', object({ id: id().required() })),
  recordDownload: command<Message>()('requests.record-download', object({ id: id().required(), userId: text(200) })),
  openFile: command<TransferObject>()('requests.open-file', object({ transferId: id().required(), fileId: id().required() })),
  openArchive: command<TransferObject>()('requests.open-archive', object({ transferId: id().required() })),

  /** Live transfers made for the acting user, by file. */
  liveTransfers: internal<{ links: { fileId: string; url: string }[] }>()('requests.live-transfers', object({})),
  /** From worker-zip: the archive of this generation stands in the store. */
  attachArchive: internal<{ attached: boolean }>()(
    'requests.attach-archive',
    object({ transferId: id().required(), generation: mixed<number>().required(), size: mixed<number>().required() }),
  ),
  failArchive: internal<{ ok: true }>()('requests.fail-archive', object({ transferId: id().required(), generation: mixed<number>().required() })),
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
  rejected: event<RequestRef>('evt.requests.rejected', { to: ['audit', 'notification'] }),
  archiveReady: event<RequestRef & { size: number }>('evt.requests.archive-ready', { to: ['audit', 'notification'] }),
  revoked: event<RequestRef>('evt.requests.revoked', { to: ['audit'] }),
  downloaded: event<RequestRef & { downloaded: string[]; byUserId: string; byEmail: string }>('evt.requests.downloaded', { to: ['audit'] }),
};
