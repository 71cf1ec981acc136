import type { UserType } from '@tradepost/contracts/actor';
import type { User } from '@tradepost/contracts/identity';
import type { Role } from '@tradepost/contracts/roles';
import type { CompanyRow } from '../company/company.entity';
import type { AccountRow } from './account.entity';

export type CompanyOfUser = Pick<CompanyRow, 'id' | 'companyName' | 'kycStatus' | 'totalStorage'>;

/** How a person acts for a company. */
export interface ActingAs {
  /** Of the company's owner. */
  userType: UserType;
  roles: readonly Role[];
  /** The identity provider of the company signed the person in. */
  sso?: boolean | undefined;
  hasPassword?: boolean;
}

export const toUser = (
  { id, email, firstName, lastName }: Pick<AccountRow, 'id' | 'email' | 'firstName' | 'lastName'>,
  company: CompanyOfUser | null,
  { userType, roles, sso, hasPassword = true }: ActingAs,
  /** Bytes, for a user without a company. */
  defaultQuota: number,
): User => ({
  id,
  email,
  firstName,
  lastName,
  companyName: company?.companyName ?? null,
  companyId: company?.id ?? null,
  userType,
  roles,
  kycStatus: userType === 'sender' ? (company?.kycStatus ?? 'Pending') : 'NotRequired',
  totalStorage: company?.totalStorage ?? defaultQuota,
  ...(sso && { sso, ...(!hasPassword && { withoutPassword: true }) }),
});
