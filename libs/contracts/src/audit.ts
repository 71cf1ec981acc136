import { command, event } from './define';
import {
  array,
  boolean,
  byGateway,
  id,
  number,
  object,
  pageNumber,
  paging,
  string,
  text,
  time,
  trimmedText,
  type Page,
} from './values/fields';
import {
  documentFaults,
  kycDocuments,
  type DocumentDecision,
  type FieldRemark,
  type KycCase,
  type KycCaseDetail,
  type KycDecision,
} from './kyc';
import type { Verification } from './values/verification';

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

/** What the hash of an entry covers: references to personal texts, so that these can be erased and the chain still verifies. */
export interface HashedTexts {
  actor: string | null;
  ip: string | null;
  message: string;
  /** SHA-256(salt ‖ text), base64url, one for each personal text. */
  commitments: readonly string[];
  /** The texts in the same order, each with its salt (base64url); null when it was erased. */
  texts: readonly ({ salt: string; text: string } | null)[];
}

export interface ExportedEntry extends AuditEntry {
  /** Only in exports of whole chains, and absent in those from before entries referred to personal texts. */
  hashed?: HashedTexts;
}

const documentCheck = {
  id: text(40)
    .oneOf(kycDocuments.map(([key]) => key))
    .required(),
  decision: string()
    .oneOf(['approve', 'reject'] as const)
    .required(),
  /** The upload that was reviewed. If it was replaced since, the call fails with DOCUMENT_REPLACED. */
  uploadId: id(),
  /** A rejection without a reason uses the text of the fault. */
  fault: text(40).oneOf(documentFaults.map(([code]) => code)),
  reason: trimmedText(2000).when(['decision', 'fault'], {
    is: (decision: string, fault?: string) => decision === 'reject' && !fault,
    then: (reason) => reason.required('Choose what is wrong, or write a reason'),
  }),
};

/** A signed statement that a chain ended with this entry at this time. After its first entries are pruned, a chain is verified from a checkpoint. */
export interface Checkpoint {
  companyId: string;
  sequence: number;
  head: string;
  at: string;
  /** RFC 7638 thumbprint of the signing key; absent in checkpoints older than key ids. */
  keyId?: string | undefined;
  /** ES256 over `checkpointText`, base64url. */
  signature: string;
}

/** The exact text that a checkpoint signs. */
export const checkpointText = ({ companyId, sequence, head, at }: Omit<Checkpoint, 'signature' | 'keyId'>) =>
  `tradepost audit checkpoint\n${companyId}\n${sequence}\n${head}\n${at}\n`;

export interface ExportedPage {
  entries: ExportedEntry[];
  /** For whole-chain exports: one per chain that ends on this page or has lost its first entries to pruning. */
  checkpoints: Checkpoint[];
  next: { companyId: string; sequence: number } | null;
}

const filter = { q: paging.q, companyId: id(), actor: text(254), action: text(100), from: time(), to: time() };

export const audit = {
  /** `q`: a part of the message, or the reference of a receipt. */
  logs: command<LogEntry[] | Page<LogEntry>>()('audit.logs', object({ id: id(), ...paging })),
  /** `q` as for `logs`. @throws NOT_FOUND when `companyId` is not an id */
  entries: command<Page<AuditEntry>>()('audit.entries', object({ ...paging, page: pageNumber, ...filter })),
  /** The possible actions of an entry. */
  actions: command<string[]>()('audit.actions', object({})),
  /** A page of the log, optionally filtered: chain by chain, each in order of sequence. @throws NOT_FOUND when `companyId` is not an id */
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
  /** The current and previous public keys of checkpoints (SPKI PEM), to verify an export offline. */
  publicKey: command<{ publicKey: string; previous: string[] }>()('audit.public-key', object({})),
  /** Checks every company's hash chain. Sends progress to the calling admin as live updates. */
  verify: command<{ ok: boolean; entries: number; head: string; brokenAt?: string }>()('audit.verify', object({})),
  /** `assignee`: `me`, `none` (unclaimed) or empty (all). `sort`: by waiting time; `oldest` lists the longest waiting first. */
  cases: command<Page<KycCase>>()(
    'audit.cases',
    object({
      ...paging,
      page: pageNumber,
      status: text(40),
      assignee: string().oneOf(['me', 'none', ''] as const),
      sort: string()
        .oneOf(['oldest', 'newest'] as const)
        .default('oldest'),
    }),
  ),
  case: command<KycCaseDetail>()('audit.case', object({ id: id().required() })),
  /** Claims a case for the calling admin. `takeOver` claims it from another admin. @throws CASE_CLAIMED, CASE_NOT_PROCESSING */
  claim: command<KycCaseDetail>()('audit.claim', object({ id: id().required(), takeOver: boolean().default(false) })),
  /** @throws CASE_CLAIMED, CASE_NOT_PROCESSING */
  release: command<KycCaseDetail>()('audit.release', object({ id: id().required() })),
  /** @throws CASE_CLAIMED, CASE_NOT_PROCESSING */
  note: command<KycCaseDetail>()(
    'audit.note',
    object({ id: id().required(), text: trimmedText(4000).required('Please write a note') }),
  ),
  /** Records the decision on one document, before the case is decided. @throws CASE_CLAIMED, CASE_NOT_PROCESSING, CASE_INCOMPLETE, DOCUMENT_REPLACED */
  checkDocument: command<KycCaseDetail>()(
    'audit.check-document',
    object({ caseId: id().required(), ...documentCheck }),
  ),
  /** Asks for a correction of a field. Without a reason the remark is removed. @throws CASE_CLAIMED, CASE_NOT_PROCESSING */
  remark: command<KycCaseDetail>()(
    'audit.remark',
    object({ id: id().required(), field: text(100).required(), reason: trimmedText(500) }),
  ),
  /** @throws CASE_CLAIMED, CASE_NOT_PROCESSING, CASE_INCOMPLETE, CASE_NEEDS_ANOTHER, CASE_REPLACED, DOCUMENT_REPLACED */
  decide: command<KycCaseDetail>()(
    'audit.decide',
    object({
      id: id().required(),
      decision: string()
        .oneOf(['approve', 'reject', 'request-changes'] as const)
        .required('Choose a decision'),
      reason: trimmedText(2000).when('decision', {
        is: (decision: KycDecision) => decision !== 'approve',
        then: (reason) => reason.required('A reason is required'),
      }),
      documents: array(object(documentCheck)).max(20),
      /** The submission that was reviewed. If the company submitted again since, the call fails with CASE_REPLACED. */
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
  /** `version`: the submission that was decided. */
  kycDecided: event<{
    caseId: string;
    companyId: string;
    version: number;
    decision: KycDecision;
    reason: string | null;
    by: string;
    documents: DocumentDecision[];
    fields: FieldRemark[];
    verified: Verification | null;
    reverifyAt: string | null;
  }>('evt.audit.kyc-decided', { to: ['kyc', 'audit', 'notification'], settle: ['kyc'] }),
  /** A submission was added to the review queue; open queues refresh. */
  caseQueued: event<{ caseId: string }>('evt.audit.case-queued', { to: ['notification'] }),
  /** An admin changed a case without deciding it. `about` names the document or the field. */
  caseChanged: event<{
    caseId: string;
    companyId: string;
    companyName: string;
    claimedBy: string | null;
    what: CaseWork;
    about: string | null;
  }>('evt.audit.case-changed', { to: ['audit', 'notification'] }),
};
