import { command, event } from './define';
import { array, id, number, object, paging, string, text, time, type Page } from './fields';
import type { KycCase, KycCaseDetail, KycDecision } from './kyc';

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

export const audit = {
  logs: command<LogEntry[] | Page<LogEntry>>()('audit.logs', object({ id: id(), ...paging })),
  entries: command<Page<AuditEntry>>()(
    'audit.entries',
    object({ ...paging, page: number().integer().min(1).default(1), actor: text(254), action: text(100), from: time(), to: time() }),
  ),
  /** Walks every company's chain. */
  verify: command<{ ok: boolean; entries: number; head: string; brokenAt?: string }>()('audit.verify', object({})),
  cases: command<Page<KycCase>>()('audit.cases', object({ ...paging, page: number().integer().min(1).default(1), status: text(40) })),
  case: command<KycCaseDetail>()('audit.case', object({ id: id().required() })),
  decide: command<KycCaseDetail>()(
    'audit.decide',
    object({
      id: id().required(),
      decision: string().oneOf(['approve', 'reject', 'request-changes'] as const).required('Choose a decision'),
      reason: text(2000).when('decision', {
        is: (decision: KycDecision) => decision !== 'approve',
        then: (reason) => reason.trim().required('A reason is required'),
      }),
      documents: array(object({ id: id().required(), decision: string().oneOf(['approve', 'reject'] as const).required(), reason: text(2000) })).max(20),
    }),
  ),
};

export const auditEvents = {
  /** `version` is that of the submission decided on. */
  kycDecided: event<{ caseId: string; companyId: string; version: number; decision: KycDecision; reason: string | null; by: string }>(
    'evt.audit.kyc-decided',
    { to: ['kyc', 'audit'], settle: ['kyc'] },
  ),
};
