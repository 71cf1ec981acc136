import type { UserType } from '@tradepost/contracts/actor';
import { entryOf } from './entry.policy';

const company = (companyName: string) => ({
  id: companyName,
  companyName,
  kycStatus: 'Approved' as const,
  totalStorage: 1,
});
const memberOf = (companyName: string, userType: UserType) => ({
  company: company(companyName),
  userType,
  roles: ['auditor' as const],
  mustUseSso: false,
});
const own = company('Own');
const sends = memberOf('Sends', 'sender');
const receives = memberOf('Receives', 'receiver');

const newest = memberOf('Newest', 'sender');
const enforcing = { ...memberOf('Enforcing', 'sender'), mustUseSso: true };

it.each([
  ['a sender with a company at its portal', 'own', 'sender', own, [sends], 'sender'],
  ['a sender at the other portal', null, 'sender', own, [sends], 'receiver'],
  ['a sender who is a member there, at the other portal', receives, 'sender', own, [receives], 'receiver'],
  ['a receiver without a company', 'own', 'receiver', null, [], 'receiver'],
  ['a receiver at the other portal', null, 'receiver', null, [], 'sender'],
  ['a receiver who is a member there, at the other portal', sends, 'receiver', null, [receives, sends], 'sender'],
  ['a receiver without a company who is a member', receives, 'receiver', null, [receives, sends], 'receiver'],
  ['a receiver with a company who is a member', 'own', 'receiver', own, [receives], 'receiver'],
  ['a receiver with two memberships at the other portal', newest, 'receiver', null, [newest, sends], 'sender'],
  ['a member of a company that requires single sign-on', 'sso', 'receiver', null, [enforcing], 'sender'],
  ['a member of such a company and another one', sends, 'receiver', null, [enforcing, sends], 'sender'],
  ['the owner of a company, even with such a membership', 'own', 'sender', own, [enforcing], 'sender'],
  ['an admin, even with a membership', 'own', 'admin', null, [sends], 'sender'],
  ['an admin at the other portal', null, 'admin', null, [receives], 'receiver'],
] as const)('%s', (_who, entry, userType, company, memberships, portal) => {
  expect(entryOf({ userType, company, memberships }, portal)).toEqual(entry);
});
