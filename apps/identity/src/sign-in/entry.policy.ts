import type { UserType } from '@tradepost/contracts/actor';
import type { MemberRole } from '@tradepost/contracts/roles';
import type { CompanyOfUser } from '../account/user.view';
import { mayEnter } from '../session/session.policy';

/** A company that an account is a member of, and its owner's kind. */
export interface MembershipToSignIn {
  company: CompanyOfUser;
  userType: UserType;
  roles: MemberRole[];
  /** Its company requires this account to use single sign-on. */
  mustUseSso: boolean;
}

interface Entering {
  userType: UserType;
  company: CompanyOfUser | null;
  /** The newest first. */
  memberships: readonly MembershipToSignIn[];
}

/**
 * What someone who signs in at a portal acts for: the own account, unless it is of the other portal or has no company and a membership
 * fits. `sso`: only memberships fit that require single sign-on. Null if they may not enter. An admin is never a member.
 */
export function entryOf(account: Entering, portal: 'sender' | 'receiver'): 'own' | 'sso' | MembershipToSignIn | null {
  const isOwnPortal = mayEnter(account.userType, portal);
  if (account.userType === 'admin') return isOwnPortal ? 'own' : null;
  if (isOwnPortal && account.company) return 'own';
  const fitting = account.memberships.filter(({ userType }) => mayEnter(userType, portal));
  return fitting.find((one) => !one.mustUseSso) ?? (fitting.length > 0 ? 'sso' : isOwnPortal ? 'own' : null);
}
