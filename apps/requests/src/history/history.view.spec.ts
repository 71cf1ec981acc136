import { historyOf, type SentTransfer } from './history.view';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 2, hour));
const iso = (hour: number) => at(hour).toISOString();
const asked = { createdAt: at(1), signedAt: null, decidedAt: null, status: 'pending' as const, reason: null };
const accepted = { ...asked, decidedAt: at(2), status: 'accepted' as const };
const sent = (changed: Partial<SentTransfer> = {}): SentTransfer => ({
  transfer: { createdAt: at(2), expiresAt: at(10), revokedAt: null, revokeReason: null },
  extensions: [],
  downloads: [],
  ...changed,
});

describe('the history of a request', () => {
  it('begins with the request, and shows a later signature and a rejection with its reason', () => {
    expect(historyOf(asked, null, null, at(5))).toEqual([{ step: 'requested', at: iso(1) }]);
    const rejected = { ...asked, signedAt: at(2), decidedAt: at(3), status: 'rejected' as const, reason: 'No licence' };
    expect(historyOf(rejected, null, null, at(5))).toEqual([
      { step: 'requested', at: iso(1) },
      { step: 'signed', at: iso(2) },
      { step: 'rejected', at: iso(3), reason: 'No licence' },
    ]);
  });

  it('shows its company approvals, that earlier ones were removed, and the assignee', () => {
    const ofCompany = {
      approvals: [{ userId: 'b', email: 'bob@sender.example', at: iso(4) }],
      approvalsRemovedAt: at(3),
      assignee: { userId: 'b', email: 'bob@sender.example', at: iso(2) },
      assignedBy: 'ann@sender.example',
    };
    const steps = historyOf({ ...asked, signedAt: at(3) }, null, ofCompany, at(5));
    expect(steps).toEqual([
      { step: 'requested', at: iso(1) },
      { step: 'assigned', at: iso(2), to: 'bob@sender.example', by: 'ann@sender.example' },
      { step: 'signed', at: iso(3) },
      { step: 'approvals-removed', at: iso(3) },
      { step: 'approved', at: iso(4), by: 'bob@sender.example' },
    ]);
    const byDeleted = historyOf(asked, null, { ...ofCompany, assignedBy: null }, at(5));
    expect(byDeleted).toContainEqual({ step: 'assigned', at: iso(2), to: 'bob@sender.example' });
  });

  it('does not list a signature that came with the request', () => {
    expect(historyOf({ ...asked, signedAt: asked.createdAt }, null, null, at(5))).toHaveLength(1);
  });

  it('has each expiry as it was at the time, downloads by their first start, and the end', () => {
    const download = {
      what: 'archive' as const,
      fileId: null,
      name: 'a.zip',
      byEmail: 'rita@reader.example',
      count: 2,
      firstAt: iso(3),
      lastAt: iso(6),
    };
    const extensions = [{ extendedAt: at(5), before: at(4), expiresAt: at(10) }];
    expect(historyOf(accepted, sent({ extensions, downloads: [download] }), null, at(11))).toEqual([
      { step: 'requested', at: iso(1) },
      { step: 'accepted', at: iso(2), expiry: iso(4) },
      { step: 'downloaded', at: iso(3), download },
      { step: 'expired', at: iso(4) },
      { step: 'extended', at: iso(5), expiry: iso(10) },
      { step: 'expired', at: iso(10) },
    ]);
  });

  it('ends with the revocation, not with an expiry after it', () => {
    const transfer = { createdAt: at(2), expiresAt: at(10), revokedAt: at(4), revokeReason: null };
    expect(historyOf(accepted, sent({ transfer }), null, at(11)).map(({ step }) => step)).toEqual([
      'requested',
      'accepted',
      'revoked',
    ]);
  });
});
