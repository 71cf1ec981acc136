import { identitySentences } from './identity-sentences';
import { kycSentences, reviewSentences } from './kyc-sentences';
import { approvalSentences, assignmentSentences, requestSentences } from './request-sentences';
import { storageSentences } from './storage-sentences';
import { webhookSentences } from './webhook-sentences';

/** Every event the audit log takes. */
export const sentences = [
  ...identitySentences,
  ...kycSentences,
  ...storageSentences,
  ...requestSentences,
  ...approvalSentences,
  ...assignmentSentences,
  ...webhookSentences,
  ...reviewSentences,
];
