import type { User } from '@tradepost/contracts/identity';
import { permits, type Permission } from '@tradepost/contracts/roles';
import { matchPath } from 'react-router-dom';
import { useUser } from './auth.store';

/** The permission that a page needs, by its address as the router has it. Pages that are not here show what every member may see. */
const permissionOfPage: Record<string, Permission> = {
  '/dashboard': 'receive',
  '/profile/webhooks/:id': 'programs',
  '/my-requests': 'received',
  '/my-transfers': 'received',
  '/share-folders': 'receive',
  '/kyc-approval': 'registration',
  '/send': 'deliver',
};

/** Whether the person's roles allow the page of this address. */
export function mayOpen(user: User, address: string): boolean {
  const [path = ''] = address.split(/[?#]/);
  const needed = Object.entries(permissionOfPage).find(([page]) => matchPath(page, path));
  return !needed || permits(user, needed[1]);
}

/** Whether the roles of the signed-in person, in the company that they act for, allow something. What they do not allow is not offered. */
export const useMay = (permission: Permission): boolean => permits(useUser(), permission);

/** Whether the person can hold a recovery share here, as members of each role can; a password opens it. */
export const mayHoldShare = (user: User): boolean =>
  user.userType !== 'admin' && user.companyId !== null && !user.withoutPassword;

/** Whether the person opens sealed files here, which needs the vault. Admins have no files, and some roles of members take no keys. */
export const usesVault = (user: User): boolean =>
  user.userType !== 'admin' && user.companyId !== null && permits(user, 'keys');
