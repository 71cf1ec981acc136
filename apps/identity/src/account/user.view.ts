import type { User } from '@tradepost/contracts/identity';
import type { CompanyRow } from '../company/company.entity';
import type { AccountRow } from './account.entity';

export type CompanyOfUser = Pick<CompanyRow, 'id' | 'companyName' | 'kycStatus' | 'totalStorage'>;

export const toUser = (
  {
    id,
    email,
    firstName,
    lastName,
    userType,
  }: Pick<AccountRow, 'id' | 'email' | 'firstName' | 'lastName' | 'userType'>,
  company: CompanyOfUser | null,
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
  kycStatus: userType === 'sender' ? (company?.kycStatus ?? 'Pending') : 'NotRequired',
  totalStorage: company?.totalStorage ?? defaultQuota,
});
