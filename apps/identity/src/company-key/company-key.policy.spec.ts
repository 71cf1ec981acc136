import { memberRoles } from '@tradepost/contracts/roles';
import { userActor } from '@tradepost/testing/service-harness';
import { assertMayGive, assertUsesKeys, usesKeys } from './company-key.policy';

const refused = (code: string) => expect.objectContaining({ code });

it('lets only the owner give the keys of a company', () => {
  expect(() => assertMayGive(userActor({ roles: ['owner'] }))).not.toThrow();
  for (const role of memberRoles)
    expect(() => assertMayGive(userActor({ roles: [role], hasKeys: true }))).toThrow(refused('NOT_ALLOWED'));
  expect(() => assertMayGive(userActor({ roles: [] }))).toThrow(refused('NOT_ALLOWED'));
});

it('gives them only to roles that get bytes of files', () => {
  expect(memberRoles.filter((role) => usesKeys([role]))).toEqual(['co-owner', 'manager', 'uploader', 'downloader']);
  expect(() => assertUsesKeys(['auditor', 'downloader'])).not.toThrow();
  for (const roles of [[], ['auditor'], ['approver', 'auditor']] as const)
    expect(() => assertUsesKeys(roles)).toThrow(refused('ROLE_WITHOUT_KEYS'));
});
