import { screen } from '@testing-library/react';
import type { KycReview } from '@tradepost/contracts/kyc';
import { renderRoute } from '../../test/render';
import { ReviewBanner } from './review-banner';

const rejected: KycReview = {
  status: 'Rejected',
  submittedAt: '2026-11-01T10:00:00.000Z',
  decidedAt: '2026-11-02T10:00:00.000Z',
  reason: 'The VAT number does not exist.',
  documents: [],
  fields: [],
  verified: null,
  reverifyAt: null,
};

describe('the notice of a rejected registration', () => {
  it.each([
    ['only a reason', [], /^Correct the registration, then/],
    [
      'marked fields',
      [{ field: 'companyDetails.website', reason: 'It leads nowhere' }],
      /^Correct the marked items, then/,
    ],
  ])('says what to correct if the review has %s', (_case, fields, text) => {
    const review = { ...rejected, fields };
    renderRoute(<ReviewBanner review={review} documents={[]} onGo={jest.fn()} onUnlock={undefined} />);
    expect(screen.getByText(rejected.reason!)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });
});
