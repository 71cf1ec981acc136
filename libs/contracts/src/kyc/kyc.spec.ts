import { reviewFindings, assertMayDeliver, submissionErrors } from '.';

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

it.each([
  [{ phoneNumber: '12345' }, 'companyDetails.phoneNumber', 'Please enter a valid number with country code'],
  [{ mobileNumber: 'abc' }, 'companyDetails.mobileNumber', 'Please enter a valid number with country code'],
  [{ mobileNumber: '+49123' }, 'companyDetails.mobileNumber', 'Number should have between 7-15 digits'],
  [{ vatTaxNumber: '??' }, 'companyDetails.vatTaxNumber', 'A VAT or tax number must contain a letter or a digit'],
])('refuses %j at submit', (companyDetails, field, message) =>
  expect(submissionErrors({ companyDetails })).toContainEqual({ field, message }),
);

it.each(['RO1', '123-45-67', '٣٠٠١٢٣', 'X'])('accepts the VAT or tax number %s', (vatTaxNumber) =>
  expect(submissionErrors({ companyDetails: { vatTaxNumber } }).map(({ field }) => field)).not.toContain(
    'companyDetails.vatTaxNumber',
  ),
);

it.each([{}, { mobileNumber: '' }, { mobileNumber: '+49' }, { mobileNumber: '+49 1701234567' }])(
  'accepts %j as far as the mobile number goes',
  (companyDetails) =>
    expect(submissionErrors({ companyDetails }).map(({ field }) => field)).not.toContain('companyDetails.mobileNumber'),
);
