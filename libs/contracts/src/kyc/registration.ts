import type { KycStatus } from '../actor';
import { command, event, internal } from '../define';
import type { User } from '../identity';
import { array, byGateway, email, id, mixed, object, singleLine, text } from '../values/fields';
import { scan } from '../values/scan';
import type { Verification } from '../values/verification';
import { documentId, kycDocuments, type DocumentDecision } from './document';
import { kycProgress, type DataOfForm } from './form';
import type { FieldRemark, KycReview } from './review';

/** A document that the gateway has stored under `objectKey`. */
const storedDocument = {
  documentId: documentId(),
  objectKey: text(300).required().meta(byGateway),
  filename: singleLine().required().meta(byGateway),
  contentType: text(200).required().meta(byGateway),
  size: mixed<number>().required().meta(byGateway),
  sha256: text(64).required().meta(byGateway),
  scan: scan().meta(byGateway),
};
const kycData = () => kycProgress.required('Company details section is missing');

export interface Registration {
  data: DataOfForm;
  user: User;
  review: KycReview;
}

export const kyc = {
  get: command<Registration>()('kyc.get', object({ email: email() })),
  saveProgress: command<Registration>()('kyc.save-progress', object({ userId: id(), kycData: kycData() })),
  /** Attaches the documents of the form too; if anything is refused, nothing is stored. @throws TOO_LARGE, TOO_MANY */
  submit: command<Registration>()(
    'kyc.submit',
    object({
      userId: id(),
      kycData: kycData(),
      uploads: array(object(storedDocument)).max(kycDocuments.length).default([]).meta(byGateway),
    }),
  ),
  /** The storage location of a document's bytes. Only for its company and admins. */
  openDocument: command<{ objectKey: string; filename: string; contentType: string; size: number }>()(
    'kyc.open-document',
    object({ documentId: id().required() }),
  ),
  /** For the admins' case view: the form of any company. */
  caseData: internal<{ data: DataOfForm }>()('kyc.case-data', object({ companyId: id().required() })),
  /** Attaches a document that the gateway has stored under `objectKey`. */
  attachDocument: command<Registration>()('kyc.attach-document', object(storedDocument)),
  /** Rejects an upload that exceeds the company's space for documents, before its bytes are read. @param bytes minimum size of the upload */
  checkDocumentRoom: internal<{ ok: true }>()('kyc.check-document-room', object({ bytes: mixed<number>().required() })),
  /** Records that malware was found in a document; the bytes were not stored. */
  rejectInfectedDocument: internal<{ ok: true }>()(
    'kyc.refuse-document',
    object({ documentId: documentId(), filename: singleLine().required(), signature: singleLine(200).required() }),
  ),
  /** Removes the document and its versions from the registration. Only admins can still open them. */
  clearDocument: command<Registration>()('kyc.clear-document', object({ documentId: documentId() })),
};

export const kycEvents = {
  /** `version`: number of the submission; a decision refers to one submission. */
  submitted: event<{
    caseId: string;
    companyId: string;
    companyName: string;
    email: string;
    userId: string;
    version: number;
  }>('evt.kyc.submitted', {
    to: ['audit'],
    settle: ['audit'],
  }),
  statusChanged: event<{
    companyId: string;
    userId: string;
    status: KycStatus;
    version: number;
    reason: string | null;
    /** The requested changes, for the mail to the applicant. */
    documents: DocumentDecision[];
    fields: FieldRemark[];
    verified: Verification | null;
  }>('evt.kyc.status-changed', { to: ['identity', 'audit', 'notification'], settle: ['identity'] }),
  /** The registration of a deleted account was erased after its retention period. */
  registrationErased: event<{ companyId: string }>('evt.kyc.registration-forgotten', { to: ['audit'] }),
  /** The next review of an approved registration is due soon. */
  reverificationDue: event<{ companyId: string; userId: string; reverifyAt: string }>('evt.kyc.reverification-due', {
    to: ['audit', 'notification'],
  }),
  infectedDocumentRejected: event<{ companyId: string; document: string; filename: string; signature: string }>(
    'evt.kyc.document-refused',
    { to: ['audit'] },
  ),
  documentRead: event<{ companyId: string; document: string; filename: string }>('evt.kyc.document-read', {
    to: ['audit'],
  }),
};
