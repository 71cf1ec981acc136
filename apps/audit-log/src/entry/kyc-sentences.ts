import { auditEvents, type CaseWork } from '@tradepost/contracts/audit';
import { kycDocuments, kycEvents, type DocumentDecision, type KycDecision } from '@tradepost/contracts/kyc';
import { company, person, textOf } from './personal-texts';
import { because, listed, ownChain, sentencesFor, who } from './sentence';

const title = (kind: string) => kycDocuments.find(([id]) => id === kind)?.[1] ?? kind;
const decided: Record<KycDecision, string> = {
  approve: 'approved',
  reject: 'rejected',
  'request-changes': 'requested changes to',
};

const rejectedDocuments = (documents: DocumentDecision[]) => {
  const rejected = documents.filter(({ decision }) => decision === 'reject').map(({ id }) => title(id));
  return rejected.length > 0 ? ` (rejected: ${listed(rejected, 'documents')})` : '';
};

const workOnCase: Record<CaseWork, (about: string | null) => string> = {
  claimed: () => 'began to work on',
  'taken-over': () => 'took over',
  released: () => 'stopped working on',
  noted: () => 'wrote a note on',
  'document-approved': (about) => `approved the ${about} in`,
  'document-rejected': (about) => `rejected the ${about} in`,
  remarked: (about) => `marked ${about} to be corrected in`,
  'remark-removed': (about) => `removed the correction mark from ${about} in`,
  'approved-once': () => 'gave the first of two approvals for',
};

/** A submission implies that its case is in the queue. */
const { caseQueued: _caseQueued, ...workOfAdmins } = auditEvents;

/** Business registrations, as their companies see them. */
export const kycSentences = sentencesFor(kycEvents, {
  submitted: ({ companyId, companyName }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} submitted the business registration of ${company(companyId, companyName)}`,
  }),
  statusChanged: ({ companyId, status, reason }) => ({
    chains: [companyId],
    message: `The business registration is now ${status}${because(reason && textOf(companyId, reason))}`,
  }),
  registrationErased: ({ companyId }) => ({
    chains: [companyId],
    message: 'The registration of the deleted account was erased at the end of its retention period',
  }),
  reverificationDue: ({ companyId, reverifyAt }) => ({
    chains: [companyId],
    message: `The company was reminded to confirm its business registration by ${reverifyAt.slice(0, 10)}`,
  }),
  infectedDocumentRejected: ({ companyId, document, filename, signature }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} tried to upload ${filename} as the document ${title(document)}; it contains malware (${signature}) and was not stored`,
  }),
  documentRead: ({ companyId, document }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} viewed the document ${title(document)}`,
  }),
});

/** What admins do on a case. */
export const reviewSentences = sentencesFor(workOfAdmins, {
  kycDecided: ({ companyId, decision, reason, by, documents }, meta) => ({
    chains: [companyId, ...ownChain(meta)],
    message: `${person(by)} ${decided[decision]} the business registration${because(reason && textOf(companyId, reason))}${rejectedDocuments(documents)}`,
  }),
  // not in the chain of the company: it reads its own chain, and the work of admins is confidential
  caseChanged: ({ caseId, companyId, companyName, what, about }, meta) => ({
    chains: meta.actor ? ownChain(meta) : [caseId],
    message: `${who(meta)} ${workOnCase[what](about)} the business registration of ${company(companyId, companyName)}`,
  }),
});
