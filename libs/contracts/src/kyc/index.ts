export {
  kycDocuments,
  type KycDocumentId,
  type KycUpload,
  type KycDocument,
  documentFaults,
  type DocumentFault,
  type DocumentDecision,
} from './document';
export {
  kycFieldLabels,
  isRequiredDetail,
  type CompanyDetails,
  type CommercialInfo,
  type DataOfForm,
  kycProgress,
  submissionErrors,
  kycFieldLabel,
} from './form';
export { type Registration, kyc, kycEvents } from './registration';
export {
  type FieldRemark,
  type KycReview,
  reviewFindings,
  assertMayDeliver,
  type KycDecision,
  statusAfterDecision,
  type KycCase,
  caseOverdueAfterHours,
  type KycCaseDetail,
} from './review';
