import type { Company } from '@tradepost/contracts/identity';
import type { CompanyRow } from './company.entity';

type Internal = Pick<CompanyRow, 'ownerId' | 'kycVersion' | 'verified'>;

/** What its owner sees of a company, and what it says about the owner. */
export type CompanyProfile = Omit<CompanyRow, keyof Internal>;

/** Columns are public unless they are left out here. `GET /auth/me` reads the same view by SQL: `account/profiles.repository.ts`. */
export const toCompany = ({
  ownerId: _owner,
  kycStatus: _status,
  kycVersion: _version,
  totalStorage: _total,
  verified: _verified,
  ...company
}: CompanyProfile & Partial<Internal>): Company => company;
