import { screen } from '@testing-library/react';
import type { KycCaseDetail } from '@tradepost/contracts/kyc';
import { renderRoute, sender } from '../../test/render';
import { CaseClaim } from './case-claim';

const found: KycCaseDetail = {
  id: 'c1',
  companyId: 'f1',
  companyName: 'Sender Ltd',
  email: 'sam@sender.example',
  status: 'Processing',
  version: 1,
  submittedAt: '2026-11-24T04:55:00Z',
  updatedAt: '2026-11-24T04:55:00Z',
  claimedBy: null,
  claimedAt: null,
  approvedBy: null,
  reverifyAt: null,
  data: { companyDetails: {}, documents: { documents: [] }, commercialInfo: {} },
  documents: [],
  fields: [],
  notes: [],
  decisions: [],
  barriers: [],
};
const open = (changed: Partial<KycCaseDetail> = {}) => renderRoute(<CaseClaim found={{ ...found, ...changed }} />);

test('an unclaimed case without an approval does not mention one', () => {
  open();
  expect(screen.getByText('Unclaimed')).toBeVisible();
  expect(screen.queryByText(/a second administrator must approve it too/)).not.toBeInTheDocument();
});

test('a case that another admin has claimed can be viewed', () => {
  open({ claimedBy: 'ada@operator.example' });
  expect(screen.getByText('Claimed by ada@operator.example')).toBeVisible();
  expect(screen.getByText('You can view everything and write notes.')).toBeVisible();
});

test.each([
  [sender.email, 'You have approved it; a second administrator must approve it too.'],
  ['ada@operator.example', 'ada@operator.example has approved it; a second administrator must approve it too.'],
])('after the approval of %s it waits for a second admin', (approvedBy, text) => {
  open({ approvedBy });
  expect(screen.getByText(text)).toBeVisible();
});
