import { reviewFindings, assertMayDeliver } from './kyc';

describe('a company may deliver', () => {
  it.each(['Rejected', 'Changes requested'] as const)('not while its registration is %s', (kycStatus) => {
    for (const approvedOnly of [true, false])
      expect(() => assertMayDeliver({ kycStatus }, approvedOnly)).toThrow(
        expect.objectContaining({ code: 'KYC_NOT_GOOD' }),
      );
  });

  it('under review, unless it must be approved first', () => {
    expect(() => assertMayDeliver({ kycStatus: 'Processing' }, false)).not.toThrow();
    expect(() => assertMayDeliver({ kycStatus: 'Processing' }, true)).toThrow(
      expect.objectContaining({ code: 'KYC_NOT_APPROVED' }),
    );
    expect(() => assertMayDeliver({ kycStatus: 'Approved' }, true)).not.toThrow();
  });
});

it('lists the findings of a review with the labels of the screens', () => {
  const documents = [
    { id: 'tax_certificate', uploadId: 'u', decision: 'reject', fault: 'expired', reason: 'From 2019' },
    { id: 'memorandum', uploadId: 'v', decision: 'approve', fault: null, reason: null },
  ] as const;
  const fields = ['companyDetails.website', 'commercialInfo.currencies[1]', 'commercialInfo.businessNature'].map(
    (field) => ({ field, reason: 'why' }),
  );
  expect(reviewFindings([...documents], fields)).toEqual([
    'Tax Certificate: From 2019',
    'Website: why',
    'Currencies & Destinations: why',
    'Nature of Business: why',
  ]);
});
