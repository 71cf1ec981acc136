import { approvalsMissing } from '@tradepost/contracts/requests';
import { approvalsNeeded, assertApproved } from './approval.policy';

const priced = (totalAmount: string, currency = 'EUR') => ({
  terms: { category: 'Personal', currency, price: '1.00', records: 1, totalAmount },
});
const above = { amount: '1000.00', currency: 'EUR' };

describe('the approvals that a request needs', () => {
  it('are those of the rule, for every request or for values above its amount', () => {
    expect(approvalsNeeded({ approvals: 0, above: null }, [priced('5000.00')])).toBe(0);
    expect(approvalsNeeded({ approvals: 2, above: null }, [priced('0.00')])).toBe(2);
    expect(approvalsNeeded({ approvals: 1, above }, [priced('600.00'), priced('400.00')])).toBe(0);
    expect(approvalsNeeded({ approvals: 1, above }, [priced('600.00'), priced('400.01')])).toBe(1);
  });

  it('count a value that cannot be compared as above the amount', () => {
    expect(approvalsNeeded({ approvals: 1, above }, [priced('1.00', 'USD')])).toBe(1);
    expect(approvalsNeeded({ approvals: 1, above }, [{ terms: null }])).toBe(1);
    expect(approvalsNeeded({ approvals: 1, above }, [priced('0.00', 'USD'), priced('5.00')])).toBe(0);
  });
});

describe('accepting', () => {
  const approval = (userId: string) => ({ userId, email: 'a@b.example', createdAt: new Date(0) });
  const found = (needed: number, ...users: string[]) =>
    ({ request: { approvalsNeeded: needed }, approvals: users.map(approval) }) as Parameters<typeof assertApproved>[0];

  it('needs approvals of others: the own one does not count', () => {
    expect(() => assertApproved(found(0), 'ann')).not.toThrow();
    expect(() => assertApproved(found(1, 'ann'), 'ann')).toThrow('Other people of your company');
    expect(() => assertApproved(found(1, 'bob'), 'ann')).not.toThrow();
    expect(() => assertApproved(found(2, 'bob', 'ann'), 'ann')).toThrow('Other people of your company');
    expect(() => assertApproved(found(2, 'bob', 'cem'), 'ann')).not.toThrow();
    expect(approvalsMissing(undefined, 'ann')).toBe(0);
  });
});
