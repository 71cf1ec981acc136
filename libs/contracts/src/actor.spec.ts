import { companyOf, hasKeys } from './actor';
import { memberRoles } from './roles';

it('requires a company', () => {
  expect(companyOf({ companyId: 'c', companyName: 'Ann Trading' })).toEqual({
    companyId: 'c',
    companyName: 'Ann Trading',
  });
  expect(() => companyOf({ companyId: null, companyName: null })).toThrow(
    expect.objectContaining({ code: 'COMPANY_MISSING' }),
  );
});

it('gives the keys of a company to its owner, and to members who have them and a role that uses them', () => {
  expect(hasKeys({})).toBe(true);
  expect(hasKeys({ roles: ['owner'] })).toBe(true);
  const using = memberRoles.filter((role) => hasKeys({ roles: [role], hasKeys: true }));
  expect(using).toEqual(['co-owner', 'manager', 'uploader', 'downloader']);
  expect(hasKeys({ roles: ['auditor', 'uploader'], hasKeys: true })).toBe(true);
  expect(hasKeys({ roles: [], hasKeys: true })).toBe(false);
  expect(memberRoles.filter((role) => hasKeys({ roles: [role] }))).toEqual([]);
});
