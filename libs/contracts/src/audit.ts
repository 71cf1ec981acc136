import { command, event } from './define';
import { array, boolean, byGateway, id, number, object, paging, string, text, time, words, type Page } from './fields';
import {
  documentFaults,
  kycDocuments,
  type DocumentDecision,
  type FieldRemark,
  type KycCase,
  type KycCaseDetail,
  type KycDecision,
  type Verified,
} from './kyc';

export interface LogEntry {
  message: string;
  created_at: string;
}

export interface AuditEntry {
  id: string;
  companyId: string;
  sequence: number;
  at: string;
  action: string;
  actor: string | null;
  actorId: string | null;
  ip: string | null;
  requestId: string | null;
  message: string;
  hash: string;
}

const documentCheck = {
  id: text(40)
    .oneOf(kycDocuments.map(([key]) => key))
    .required(),
  decision: string()
    .oneOf(['approve', 'reject'] as const)
    .required(),
  /** The upload that was looked at; a decision on one that has been replaced meanwhile is refused. */
  uploadId: id(),
  /** A rejection without a reason of its own says what the fault stands for. */
  fault: text(40).oneOf(documentFaults.map(([code]) => code)),
  reason: words(2000).when(['decision', 'fault'], {
    is: (decision: string, fault?: string) => decision === 'reject' && !fault,
    then: (reason) => reason.required('Choose what is wrong, or write a reason'),
  }),
};

/** That a chain had this end then, signed; from one on, a chain whose beginning was let go is still whole. */
export interface Checkpoint {
  companyId: string;
  sequence: number;
  head: string;
  at: string;
  /** RFC 7638 thumbprint of the key that signed; absent from before keys had names. */
  keyId?: string | undefined;
  /** ES256 over `checkpointText`, base64url. */
  signature: string;
}

/** What a checkpoint signs. */
export const checkpointText = ({ companyId, sequence, head, at }: Omit<Checkpoint, 'signature' | 'keyId'>) =>
  `tradepost audit checkpoint\n${companyId}\n${sequence}\n${head}\n${at}\n`;

export interface ExportedPage {
  entries: AuditEntry[];
  /** Of each chain that ends on this page, and of one whose beginning was let go, where whole chains were asked for. */
  checkpoints: Checkpoint[];
  next: { companyId: string; sequence: number } | null;
}

const filter = { q: paging.q, companyId: id(), actor: text(254), action: text(100), from: time(), to: time() };

export const audit = {
  logs: command<LogEntry[] | Page<LogEntry>>()('audit.logs', object({ id: id(), ...paging })),
  entries: command<Page<AuditEntry>>()(
    'audit.entries',
    object({ ...paging, page: number().integer().min(1).default(1), ...filter }),
  ),
  /** What an entry's action can be. */
  actions: command<string[]>()('audit.actions', object({})),
  /** A page of the whole log, or of a part of it, chain by chain and in each from its beginning. */
  exported: command<ExportedPage>()(
    'audit.exported',
    object({
      ...filter,
      format: string()
        .oneOf(['csv', 'jsonl'] as const)
        .default('jsonl'),
      after: object({ companyId: id().required(), sequence: number().integer().min(0).required() })
        .default(undefined)
        .optional()
        .meta(byGateway),
    }),
  ),
  /** What checkpoints are signed with, and were before, to check an export elsewhere: SPKI PEM. */
  publicKey: command<{ publicKey: string; previous: string[] }>()('audit.public-key', object({})),
  /** Walks every company's chain; tells the asking admin's browser how far it is. */
  verify: command<{ ok: boolean; entries: number; head: string; brokenAt?: string }>()('audit.verify', object({})),
  /** `assignee`: `me`, `none` or nothing; the longest waiting come first where `sort` is `oldest`. */
  cases: command<Page<KycCase>>()(
    'audit.cases',
    object({
      ...paging,
      page: number().integer().min(1).default(1),
      status: text(40),
      assignee: string().oneOf(['me', 'none', ''] as const),
      sort: string()
        .oneOf(['oldest', 'newest'] as const)
        .default('oldest'),
    }),
  ),
  case: command<KycCaseDetail>()('audit.case', object({ id: id().required() })),
  /** A case is worked on by one admin at a time; `takeOver` takes it from another. @throws CASE_CLAIMED, CASE_NOT_PROCESSING */
  claim: command<KycCaseDetail>()('audit.claim', object({ id: id().required(), takeOver: boolean().default(false) })),
  /** @throws CASE_CLAIMED, CASE_NOT_PROCESSING */
  release: command<KycCaseDetail>()('audit.release', object({ id: id().required() })),
  /** @throws CASE_CLAIMED, CASE_NOT_PROCESSING */
  note: command<KycCaseDetail>()(
    'audit.note',
    object({ id: id().required(), text: words(4000).required('Please write a note') }),
  ),
  /** What was found of one document, before the whole is decided. @throws CASE_CLAIMED, CASE_NOT_PROCESSING, DOCUMENT_REPLACED */
  checkDocument: command<KycCaseDetail>()(
    'audit.check-document',
    object({ caseId: id().required(), ...documentCheck }),
  ),
  /** Marks a field as to be corrected; without a reason the mark goes. @throws CASE_CLAIMED, CASE_NOT_PROCESSING */
  remark: command<KycCaseDetail>()(
    'audit.remark',
    object({ id: id().required(), field: text(100).required(), reason: words(500) }),
  ),
  /** @throws CASE_CLAIMED, CASE_NOT_PROCESSING, CASE_INCOMPLETE, CASE_NEEDS_ANOTHER, CASE_REPLACED, DOCUMENT_REPLACED */
  decide: command<KycCaseDetail>()(
    'audit.decide',
    object({
      id: id().required(),
      decision: string()
        .oneOf(['approve', 'reject', 'request-changes'] as const)
        .required('Choose a decision'),
      reason: words(2000).when('decision', {
        is: (decision: KycDecision) => decision !== 'approve',
        then: (reason) => reason.required('A reason is required'),
      }),
      documents: array(object(documentCheck)).max(20),
      /** The submission that was looked at; a decision on one that has been replaced meanwhile is refused. */
      version: number().integer(),
    }),
  ),
};

export type CaseWork =
  | 'claimed'
  | 'taken-over'
  | 'released'
  | 'noted'
  | 'document-approved'
  | 'document-rejected'
  | 'remarked'
  | 'remark-removed'
  /** The first of two approvals. */
  | 'approved-once';

export const auditEvents = {
  /** `version` is that of the submission decided on. */
  kycDecided: event<{
    caseId: string;
    companyId: string;
    version: number;
    decision: KycDecision;
    reason: string | null;
    by: string;
    documents: DocumentDecision[];
    fields: FieldRemark[];
    verified: Verified | null;
    reverifyAt: string | null;
  }>('evt.audit.kyc-decided', { to: ['kyc', 'audit', 'notification'], settle: ['kyc'] }),
  /** A submission stands in the queue: what shows it may look. */
  caseQueued: event<{ caseId: string }>('evt.audit.case-queued', { to: ['notification'] }),
  /** An admin worked on a case, short of deciding it; `about` names the document or the field. */
  caseChanged: event<{
    caseId: string;
    companyId: string;
    companyName: string;
    claimedBy: string | null;
    what: CaseWork;
    about: string | null;
  }>('evt.audit.case-changed', { to: ['audit', 'notification'] }),
};
