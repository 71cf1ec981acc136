import { renderHook } from '@testing-library/react';
import { signIn } from './auth.store';
import { approver, auditor, downloader, manager, sender, uploader } from '../test/render';
import { mayOpen, useMay, usesVault } from './may';

const may = (user: typeof sender, permission: Parameters<typeof useMay>[0]) => {
  signIn({ token: 'token', user });
  return renderHook(() => useMay(permission)).result.current;
};

describe('useMay', () => {
  it('allows an owner everything, and an auditor to look', () => {
    expect(may(sender, 'deliver')).toBe(true);
    expect(may(auditor, 'view')).toBe(true);
    for (const permission of ['content', 'files', 'deliver', 'requests', 'members'] as const)
      expect(may(auditor, permission)).toBe(false);
  });

  it('counts a person stored by the release before, without roles, as owner', () => {
    const { roles: _, ...stored } = sender;
    expect(may(stored as typeof sender, 'members')).toBe(true);
  });
});

it('allows pages by the permission of what they are for', () => {
  expect(mayOpen(auditor, '/requests?status=pending')).toBe(true);
  for (const address of ['/requests/r1', '/my-requests', '/my-transfers?status=live'])
    expect({ address, is: mayOpen(auditor, address) }).toEqual({ address, is: true });
  for (const address of ['/send', '/kyc-approval', '/share-folders?folder=d1', '/profile/webhooks/w1'])
    expect({ address, is: mayOpen(auditor, address) }).toEqual({ address, is: false });
  expect(mayOpen(sender, '/send')).toBe(true);
});

it('offers a member what their role is for, and nothing else', () => {
  const pages = [
    '/send',
    '/share-folders',
    '/my-requests',
    '/dashboard?id=t1',
    '/profile/webhooks/w1',
    '/kyc-approval',
  ];
  const openedBy = (user: typeof sender) => pages.filter((page) => mayOpen(user, page));
  expect(openedBy(manager)).toEqual(['/send']);
  expect(openedBy(uploader)).toEqual([]);
  expect(openedBy(downloader)).toEqual(['/share-folders', '/my-requests', '/dashboard?id=t1']);
  expect(openedBy({ ...sender, roles: ['uploader', 'downloader'] })).toEqual(openedBy(downloader));
});

it('uses the vault for the owner, and for members with a role that takes keys, also by single sign-on', () => {
  for (const person of [sender, manager, uploader, downloader, { ...manager, sso: true as const }])
    expect(usesVault(person)).toBe(true);
  for (const member of [auditor, approver, { ...auditor, sso: true as const }]) expect(usesVault(member)).toBe(false);
  expect(usesVault({ ...sender, companyId: null })).toBe(false);
});
