import { kycDocuments, kycFieldLabels, type KycDocument } from '@tradepost/contracts/kyc';
import { formatAmount } from '../../ui/form/decimal';
import { completeness, totalOf, valuesOf, varianceOf } from './form-values';

const empty = { companyDetails: {}, documents: { documents: [] }, commercialInfo: {} };
const documents = (filename: string | null) => kycDocuments.map(([id]) => ({ id, filename }) as KycDocument);

describe('the registration form', () => {
  it('begins with one row of each table and their defaults', () => {
    const { companyDetails, commercialInfo } = valuesOf(empty);
    expect(Object.values(companyDetails)).toEqual(Object.keys(kycFieldLabels).map(() => ''));
    expect(commercialInfo.currencies).toEqual([{ country: '', currency: 'EUR' }]);
    expect(commercialInfo.tradeVolumes).toEqual([
      { year: String(new Date().getFullYear()), country: '', expected: '0', actual: '0', variance: '0' },
    ]);
  });

  it.each([
    ['1000', '900', '-100'],
    ['0.1', '0.3', '0.2'],
    ['', '5', '5'],
    ['12.35', '12.35', '0'],
  ])('reads %s in %s as %s', (expected, actual, variance) => expect(varianceOf(expected, actual)).toBe(variance));

  it('sums a year to the cent', () => {
    const row = { year: '2025', country: 'India', variance: '' };
    expect(
      totalOf([
        { ...row, expected: '0.1', actual: '1' },
        { ...row, expected: '0.2', actual: '2.55' },
      ]),
    ).toEqual({ expected: '0.3', actual: '3.55', variance: '3.25' });
    expect(totalOf([])).toEqual({ expected: '0', actual: '0', variance: '0' });
  });

  it('writes amounts with their sign and whole cents', () => {
    expect(['1200', '1200.5', '-3', '0'].map((amount) => formatAmount(amount, 'exceptZero'))).toEqual([
      '+1,200',
      '+1,200.50',
      '-3',
      '0',
    ]);
  });

  it('is 0 percent when empty and 100 when nothing is missing', () => {
    expect(
      completeness(
        { ...valuesOf(empty), commercialInfo: { businessNature: null, currencies: [], tradeVolumes: [] } },
        documents(null),
      ),
    ).toEqual({ fields: 16, documents: 9, percent: 0 });
    const filled = valuesOf({
      companyDetails: {
        ...Object.fromEntries(Object.keys(kycFieldLabels).map((key) => [key, 'x'])),
        primaryContactEmail: 'a@b.co',
        phoneNumber: '+912212345678',
        mobileNumber: '',
        website: 'b.co',
      },
      documents: { documents: [] },
      commercialInfo: {
        businessNature: { code: '63', description: 'Information service activities' },
        currencies: [{ country: 'India', currency: 'EUR' }],
        tradeVolumes: [{ country: 'India', expected: '1', actual: '1' }],
      },
    });
    expect(completeness(filled, documents('a.pdf'))).toEqual({ fields: 0, documents: 0, percent: 100 });
    expect(
      completeness({ ...filled, companyDetails: { ...filled.companyDetails, website: 'no' } }, documents(null)),
    ).toEqual({ fields: 1, documents: 9, percent: 60 });
  });
});
