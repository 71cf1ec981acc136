import type { RequestView } from '@tradepost/contracts/requests';
import { modeOf } from '@tradepost/contracts/sealed';
import type { RequestFileRow } from './request-file.entity';
import type { RequestRow } from './request.entity';
import { isSealed } from './sealed.policy';
import type { TransferRow } from './transfer.entity';

export interface RequestWithFiles {
  request: RequestRow;
  files: Omit<RequestFileRow, 'request'>[];
  transfer: Pick<TransferRow, 'id' | 'expiresAt'> | null;
  receiverHasKey: boolean;
}

/** As the sender sees it: by the receiver's company, or its address where it has none. */
export const senderView = (found: RequestWithFiles): RequestView =>
  view(found, found.request.receiverCompanyId, found.request.receiverCompanyName ?? found.request.receiverEmail);

/** As the receiver sees it: by the sender's company. */
export const receiverView = (found: RequestWithFiles): RequestView =>
  view(found, found.request.senderCompanyId, found.request.senderCompanyName);

const view = (
  { request, files, transfer, receiverHasKey }: RequestWithFiles,
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
  files: files.map(({ fileId, name, mimetype, size, mode }) => ({ id: fileId, name, mimetype, size, mode })),
  mode: modeOf(files),
  waitsForKey: request.status === 'pending' && !receiverHasKey && files.some(isSealed),
  note: request.note,
  intendedUse: request.intendedUse,
  reason: request.reason,
  ...(transfer && { expiry: transfer.expiresAt.toISOString(), transferId: transfer.id }),
});

/** What every event about a request says of it. */
export const refOf = (request: RequestRow, files: { name: string; folderName: string }[]) => ({
  requestId: request.id,
  companyId: request.senderCompanyId,
  companyName: request.senderCompanyName,
  receiverUserId: request.receiverUserId,
  receiverEmail: request.receiverEmail,
  receiverCompanyId: request.receiverCompanyId,
  receiverCompanyName: request.receiverCompanyName,
  fileNames: files.map(({ name }) => name),
  folderNames: [...new Set(files.map(({ folderName }) => folderName))],
});
