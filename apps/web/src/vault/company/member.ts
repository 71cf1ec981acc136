import type { ActingMember } from '@tradepost/client/company/company-keyring';
import type { User } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import { useAuth } from '../../session/auth.store';

/** The person as a member of the company that they act for; null for who acts for their own account. */
export const memberOf = (user: User | null): ActingMember | null =>
  user && !isOwner(user) && user.companyId !== null
    ? { id: user.id, email: user.email, companyId: user.companyId }
    : null;

export const actingMember = (): ActingMember | null => memberOf(useAuth.getState().user);

/** Under which the device stores what belongs to the keys of this company. */
export const nameOf = ({ id, companyId }: Omit<ActingMember, 'email'>): string => `${id} ${companyId}`;

/** Whether the keys that the device stores under this name are those to use: the person may have signed out, or act for another company by now. */
export function isInUse(name: string): boolean {
  const { user, isAuthenticated } = useAuth.getState();
  const member = memberOf(user);
  return isAuthenticated && name === (member ? nameOf(member) : user?.id);
}
