import { MemberRow } from '@tradepost/service-kit/members/member.entity';
import { DownloadRow } from './transfer/download.entity';
import { Requests1763600000000 } from './migrations/1763600000000-requests';
import { TransferLife1763600001000 } from './migrations/1763600001000-transfer-life';
import { EndedPartnerships1795550002000 } from './migrations/1795550002000-ended-partnerships';
import { SealedFiles1763600002000 } from './migrations/1763600002000-sealed-files';
import { StatedKeys1795500000000 } from './migrations/1795500000000-stated-keys';
import { SignedRequests1795700000000 } from './migrations/1795700000000-signed-requests';
import { ArchiveBytes1795720200000 } from './migrations/1795720200000-archive-bytes';
import { ResumedBytes1796100000000 } from './migrations/1796100000000-resumed-bytes';
import { TermsAndExtensions1796300000000 } from './migrations/1796300000000-terms-and-extensions';
import { Approvals1796600000000 } from './migrations/1796600000000-approvals';
import { Comments1796600001000 } from './migrations/1796600001000-comments';
import { SignedContents1796600002000 } from './migrations/1796600002000-signed-contents';
import { Assignments1797300000000 } from './migrations/1797300000000-assignments';
import { RequestedBy1796700000000 } from './migrations/1796700000000-requested-by';
import { FormerKeys1797300001000 } from './migrations/1797300001000-former-keys';
import { ApprovalRow } from './approval/approval.entity';
import { ApprovalRuleRow } from './approval/approval-rule.entity';
import { CommentRow } from './comment/comment.entity';
import { EndedPartnershipRow } from './partnership/ended-partnership.entity';
import { ReceiverKeyRow } from './grants/receiver-key.entity';
import { RequestFileRow } from './request/request-file.entity';
import { RequestRow } from './request/request.entity';
import { StepUpRow } from './step-up/step-up.entity';
import { TransferExtensionRow } from './transfer/transfer-extension.entity';
import { TransferFileRow } from './transfer/transfer-file.entity';
import { TransferRow } from './transfer/transfer.entity';

export const requestsDatabase = {
  schema: 'requests',
  entities: [
    RequestRow,
    RequestFileRow,
    StepUpRow,
    TransferRow,
    TransferFileRow,
    TransferExtensionRow,
    DownloadRow,
    ReceiverKeyRow,
    EndedPartnershipRow,
    ApprovalRow,
    ApprovalRuleRow,
    CommentRow,
    MemberRow,
  ],
  migrations: [
    Requests1763600000000,
    TransferLife1763600001000,
    SealedFiles1763600002000,
    StatedKeys1795500000000,
    EndedPartnerships1795550002000,
    SignedRequests1795700000000,
    ArchiveBytes1795720200000,
    ResumedBytes1796100000000,
    TermsAndExtensions1796300000000,
    Approvals1796600000000,
    Comments1796600001000,
    SignedContents1796600002000,
    RequestedBy1796700000000,
    FormerKeys1797300001000,
    Assignments1797300000000,
  ],
};
