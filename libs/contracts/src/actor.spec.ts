import { companyOf } from './actor';

it('requires a company', () => {
  expect(companyOf({ companyId: 'c', companyName: 'Ann Trading' })).toEqual({
    companyId: 'c',
    companyName: 'Ann Trading',
  });
  expect(() => companyOf({ companyId: null, companyName: null })).toThrow(
    expect.objectContaining({ code: 'COMPANY_MISSING' }),
  );
});
