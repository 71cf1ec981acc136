import type { DataOfForm } from '@tradepost/contracts/kyc';
import { assertMayApprove, isFirstOfTwo, reverifyAfter } from './review.policy';

const actor = { userId: 'ann' };

it.each([
  ['approve', null, true, true],
  ['approve', 'bob', true, false],
  ['approve', null, false, false],
  ['approve', 'ann', false, false],
  ['reject', null, true, false],
  ['reject', 'ann', true, false],
] as const)('%s after the approval of %s, two admins needed %s: first of two %s', (decision, by, needsTwo, first) =>
  expect(isFirstOfTwo(decision, { approvedById: by }, actor, needsTwo)).toBe(first),
);

it('does not let one admin approve twice', () =>
  expect(() => isFirstOfTwo('approve', { approvedById: 'ann' }, actor, true)).toThrow(
    expect.objectContaining({ code: 'CASE_NEEDS_ANOTHER' }),
  ));

const form = {
  documents: { documents: [{ id: 'memorandum', name: 'Memorandum', uploadId: 'u1' }] },
} as unknown as DataOfForm;
const checked = (decision: 'approve' | 'reject', uploadId = 'u1') => [
  { id: 'memorandum' as const, uploadId, decision, fault: null, reason: null },
];

it.each([
  ['without a check', [], [], 'Memorandum has not been checked.'],
  ['with a check of an earlier upload', checked('approve', 'u0'), [], 'Memorandum has not been checked.'],
  ['with a rejected document', checked('reject'), [], 'Memorandum was rejected.'],
  [
    'with a remark',
    checked('approve'),
    [{ field: 'commercialInfo.currencies', reason: 'Which?' }],
    'Currencies is to be corrected.',
  ],
])('does not approve a case %s', (_what, checks, fields, message) =>
  expect(() => assertMayApprove(form, checks, fields)).toThrow(
    expect.objectContaining({ code: 'CASE_INCOMPLETE', message }),
  ),
);

it('approves a case with every document approved', () =>
  expect(() => assertMayApprove(form, checked('approve'), [])).not.toThrow());

it('schedules no further review if the setting is 0', () => {
  const at = new Date('2026-01-01T00:00:00.000Z');
  expect([reverifyAfter(at, 0), reverifyAfter(at, 2)?.toISOString()]).toEqual([null, '2026-01-03T00:00:00.000Z']);
});
