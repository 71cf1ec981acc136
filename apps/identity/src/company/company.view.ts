import type { Company } from '@tradepost/contracts/identity';
import type { CompanyRow } from './company.entity';

type Internal = Pick<CompanyRow, 'ownerId' | 'kycVersion' | 'verified'>;

/** What its owner sees of a company, and what it says about the owner. */
export type CompanyProfile = Omit<CompanyRow, keyof Internal>;

export const toCompany = ({
  ownerId: _owner,
  kycStatus: _status,
  kycVersion: _version,
  totalStorage: _total,
  verified: _verified,
  ...company
}: CompanyProfile & Partial<Internal>): Company => company;
