import { acceptanceCommands } from './acceptance';
import { approvalCommands } from './approval';
import { assignmentCommands } from './assignment';
import { archiveCommands } from './archive';
import { commentCommands } from './comment';
import { detailsCommands } from './details';
import { downloadCommands } from './download';
import { requestCommands } from './request';
import { transferCommands } from './transfer';

export { stepUpDigits, stepUpTries, type SealingTargets } from './acceptance';
export { approvalsMissing, maxApprovals, type Approval, type ApprovalRule, type Approvals } from './approval';
export { mayBeAssigned, permissionToBeAssigned, type Assignee } from './assignment';
export type { ArchiveStatus } from './archive';
export { maxCommentLength, listedComments, type CommentPage, type RequestComment } from './comment';
export { historySteps, type HistoryStep, type RequestDetails } from './details';
export type { TransferObject } from './download';
export { approvalEvents, assignmentEvents, requestEvents } from './events';
export {
  maxRequestedFiles,
  maxRejectedAtOnce,
  requestStatuses,
  type RequestStatus,
  type RequestView,
  type FoundRequest,
  type SigningTarget,
  fileCountOf,
  listedFileNames,
  mostListedRequests,
} from './request';
export {
  transferStatuses,
  type TransferStatus,
  type TransferFile,
  type LicenceTerms,
  type TransferView,
  type TransferDownload,
  type TransferItem,
  type SentFile,
  type TransferDetails,
} from './transfer';

export const requests = {
  ...requestCommands,
  ...detailsCommands,
  ...approvalCommands,
  ...assignmentCommands,
  ...commentCommands,
  ...acceptanceCommands,
  ...transferCommands,
  ...downloadCommands,
  ...archiveCommands,
};
