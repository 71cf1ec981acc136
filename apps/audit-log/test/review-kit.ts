import { audit, auditEvents } from '@tradepost/contracts/audit';
import { admin, allApproved, type Fixture } from './fixture';

export const boss = admin({ email: 'boss@tradepost.test' });
export const rita = admin({ email: 'rita@tradepost.test' });

export type Given = Record<string, unknown>;

/** The outcome of each call: the code of its error, or `done`. */
export const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? result.reason.code : 'done'));

/** The work of admins on cases. @param fixtureOf the fixture, once it has started */
export function reviewsOf(fixtureOf: () => Fixture) {
  const decide = (id: string, decision: string, given: Given = {}, by = boss) =>
    fixtureOf().call(audit.decide, { id, decision, ...given }, by);
  return {
    decide,
    approve: (id: string, by = boss) => decide(id, 'approve', { documents: allApproved }, by),
    open: (id: string) => fixtureOf().call(audit.case, { id }, boss),
    claim: (id: string, by = boss, takeOver = false) => fixtureOf().call(audit.claim, { id, takeOver }, by),
    release: (id: string, by = boss) => fixtureOf().call(audit.release, { id }, by),
    note: (id: string, text: string, by = boss) => fixtureOf().call(audit.note, { id, text }, by),
    remark: (id: string, field: string, reason: string | undefined, by = boss) =>
      fixtureOf().call(audit.remark, { id, field, reason }, by),
    check: (caseId: string, id: string, decision: string, given: Given = {}, by = boss) =>
      fixtureOf().call(audit.checkDocument, { caseId, id, decision, ...given }, by),
    decisionsOf: async (id: string) =>
      (await fixtureOf().published(auditEvents.kycDecided)).filter(({ caseId }) => caseId === id),
    workOn: async (id: string) =>
      (await fixtureOf().published(auditEvents.caseChanged)).filter(({ caseId }) => caseId === id),
  };
}
