import { command } from '../define';
import { id, object } from '../values/fields';
import type { RequestView } from './request';
import type { TransferDetails, TransferDownload } from './transfer';

export const historySteps = [
  'requested',
  'signed',
  'approved',
  'approvals-removed',
  'assigned',
  'accepted',
  'rejected',
  'extended',
  'downloaded',
  'revoked',
  'expired',
] as const;

/** One step in the history of a request and its transfer. */
export interface HistoryStep {
  /** `approvals-removed`, for the company that the request was sent to: the receiver has signed something else than what was approved. */
  step: (typeof historySteps)[number];
  at: string;
  /** Of `accepted` and `extended`: until when the files are available since then. */
  expiry?: string;
  /** Of `rejected` and `revoked`, if the sender gave one. */
  reason?: string;
  /** Of `approved` and `assigned`, which only the company that the request was sent to sees: the person's address, unless the account was deleted. */
  by?: string;
  /** Of `assigned`, which only the company that the request was sent to sees: the address of the person it is assigned to. */
  to?: string;
  /** Of `downloaded`: the archive or one file. `at` is the first time. */
  download?: TransferDownload;
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

export const detailsCommands = {
  /** A request of the caller or to the caller's company, with its transfer and history. @throws NOT_FOUND */
  details: command<RequestDetails>()('requests.details', object({ id: id().required() })),
};
