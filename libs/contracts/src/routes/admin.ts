import { audit } from '../audit';
import { identity } from '../identity';
import { get, post, type Route } from './route';

export const adminRoutes = {
  people: get('/admin/people', identity.people, { list: true, allow: 'admin' }),
  companyMembers: get('/admin/companies/:companyId/members', identity.companyMembers, { list: true, allow: 'admin' }),
  suspendPerson: post('/admin/people/:id/suspend', identity.suspend, { allow: 'admin' }),
  restorePerson: post('/admin/people/:id/restore', identity.restore, { allow: 'admin' }),
  endSessionsOfPerson: post('/admin/people/:id/end-sessions', identity.endSessionsOf, { allow: 'admin' }),
  setPersonQuota: post('/admin/people/:id/quota', identity.setQuota, { allow: 'admin' }),
  reachedLimits: get('/admin/limits', identity.reachedLimits, { list: true, allow: 'admin' }),
  auditEntries: get('/admin/audit', audit.entries, { list: true, allow: 'admin' }),
  auditActions: get('/admin/audit/actions', audit.actions, { list: true, allow: 'admin' }),
  exportAudit: get('/admin/audit/export', audit.exported, { allow: 'admin', answer: 'bytes' }),
  auditKey: get('/admin/audit/key', audit.publicKey, { allow: 'admin' }),
  verifyAudit: get('/admin/audit/verify', audit.verify, { allow: 'admin' }),
} satisfies Record<string, Route>;
