import {
  accountOf,
  manages,
  memberRoles,
  permits,
  providedRoles,
  receiverIdOf,
  rolesBelow,
  seenReceiverIdOf,
  type Role,
} from './roles';

const ann = { userId: 'ann', email: 'ann@a.example' };
const member = (...roles: Role[]) => ({ userId: 'bob', email: 'bob@b.example', owner: ann, roles });

describe('managing members', () => {
  it('is decided by the highest role', () => {
    expect(rolesBelow({ roles: ['owner'] })).toEqual(memberRoles);
    expect(rolesBelow(member('auditor', 'manager'))).toEqual(['uploader', 'downloader', 'auditor']);
    expect(rolesBelow(member('approver'))).toEqual([]);
    expect(manages(member('manager'), ['auditor', 'manager'])).toBe(false);
    expect(manages(member('manager'), ['owner'])).toBe(false);
    expect(manages({ roles: [] }, [])).toBe(false);
  });

  it('makes co-owners for the owner alone, and managers and approvers for co-owners, not by single sign-on', () => {
    expect(rolesBelow(member('co-owner'))).toEqual(memberRoles.filter((role) => role !== 'co-owner'));
    for (const person of [member('co-owner', 'manager'), member('manager'), { ...member('co-owner'), sso: true }])
      expect(manages(person, ['co-owner'])).toBe(false);
    expect(rolesBelow({ ...member('co-owner'), sso: true })).toEqual(rolesBelow(member('manager')));
    expect(manages(member('co-owner'), ['owner'])).toBe(false);
  });

  it('is not for identity providers where co-owners are concerned', () => {
    expect(providedRoles).toEqual(['manager', 'uploader', 'approver', 'downloader', 'auditor']);
  });

  it('gives nothing to a role that is not known', () => {
    expect(manages(member('chief' as Role), ['auditor'])).toBe(false);
    expect(permits(member('chief' as Role), 'session')).toBe(false);
  });
});

it('stores for the account of the owner, also where a member acts', () => {
  expect(accountOf({ ...ann, roles: ['owner'] })).toEqual(ann);
  expect(accountOf(ann)).toEqual(ann);
  expect(accountOf(member('uploader'))).toEqual(ann);
  expect(accountOf(member('co-owner'))).toEqual(ann);
  expect(() => accountOf({ ...ann, roles: ['uploader'] })).toThrow('no owner');
});

it('receives as the owner only with a role for it', () => {
  expect(receiverIdOf(member('downloader'))).toBe('ann');
  expect(receiverIdOf(member('manager', 'uploader', 'auditor'))).toBeNull();
  expect([seenReceiverIdOf(member('auditor')), seenReceiverIdOf(member('manager', 'uploader'))]).toEqual(['ann', null]);
});

it('combines roles', () => {
  const both = member('uploader', 'downloader');
  expect([permits(both, 'files'), permits(both, 'receive'), permits(both, 'deliver')]).toEqual([true, true, false]);
});
