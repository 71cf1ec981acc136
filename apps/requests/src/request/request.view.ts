import type { UserActor } from '@tradepost/contracts/actor';
import type { RequestView } from '@tradepost/contracts/requests';
import { seenReceiverIdOf } from '@tradepost/contracts/roles';
import { modeOf } from '@tradepost/contracts/encryption/formats';
import type { Mode } from '@tradepost/contracts/encryption/sealed';
import type { ApprovalRow } from '../approval/approval.entity';
import { approvalsView } from '../approval/approval.policy';
import { assigneeOf } from '../assignment/assignment.policy';
import type { RequestFileRow } from './request-file.entity';
import type { RequestRow } from './request.entity';
import { isSealed } from '../grants/sealed.policy';
import type { TransferRow } from '../transfer/transfer.entity';

export interface RequestWithFiles {
  request: RequestRow;
  files: Omit<RequestFileRow, 'request'>[];
  transfer: Omit<TransferRow, 'request'> | null;
  receiverHasKey: boolean;
  /** Oldest first. */
  approvals: ApprovalRow[];
  /** Of a request that has fewer files in a list: how many, and the modes of all of its files. */
  omitted?: { files: number; modes: { mode: Mode }[] } | undefined;
}

/** For the sender: names the receiver's company, or the receiver's address if there is none. */
export const senderView = (found: RequestWithFiles): RequestView => ({
  ...view(found, found.request.receiverCompanyId, found.request.receiverCompanyName ?? found.request.receiverEmail),
  assignee: assigneeOf(found.request),
  ...(found.request.approvalsNeeded > 0 && { approvals: approvalsView(found) }),
});

/** For the receiver: names the sender's company. */
export const receiverView = (found: RequestWithFiles): RequestView =>
  view(found, found.request.senderCompanyId, found.request.senderCompanyName);

const view = (
  { request, files, transfer, receiverHasKey, omitted }: RequestWithFiles,
  companyId: string | null,
  companyName: string,
): RequestView => ({
  id: request.id,
  companyId,
  companyName,
  receiverEmail: request.receiverEmail,
  status: request.status,
  createdAt: request.createdAt.toISOString(),
  fileNames: files.map(({ name }) => name),
  fileIds: files.map(({ fileId }) => fileId),
  ...(omitted && { omittedFiles: omitted.files }),
  files: files.map(({ fileId, name, mimetype, size, mode, terms }) => ({
    id: fileId,
    name,
    mimetype,
    size,
    mode,
    terms,
  })),
  mode: modeOf(omitted?.modes ?? files),
  waitsForKey: request.status === 'pending' && !receiverHasKey && (omitted?.modes ?? files).some(isSealed),
  waitsForSignature:
    request.status === 'pending' && request.signedAt === null && (omitted?.modes ?? files).some(isSealed),
  note: request.note,
  intendedUse: request.intendedUse,
  reason: request.reason,
  ...(transfer && { expiry: transfer.expiresAt.toISOString(), transferId: transfer.id }),
});

/** The actor's side of a request that they are a party to. */
export const sideOf = ({ receiverUserId }: RequestRow, actor: UserActor): 'sender' | 'receiver' =>
  receiverUserId === seenReceiverIdOf(actor) ? 'receiver' : 'sender';

/** The part that all events about a request share. */
export const refOf = (request: RequestRow, files: { name: string; folderName: string }[]) => ({
  requestId: request.id,
  companyId: request.senderCompanyId,
  companyName: request.senderCompanyName,
  receiverUserId: request.receiverUserId,
  receiverEmail: request.receiverEmail,
  receiverCompanyId: request.receiverCompanyId,
  receiverCompanyName: request.receiverCompanyName,
  requestedBy: request.requestedBy,
  assigneeId: request.assigneeId,
  fileNames: files.map(({ name }) => name),
  folderNames: [...new Set(files.map(({ folderName }) => folderName))],
});
