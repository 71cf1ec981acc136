import type { Company } from '@tradepost/contracts/identity';
import type { CompanyRow } from './company.entity';

export const toCompany = ({
  ownerId: _owner,
  kycStatus: _status,
  kycVersion: _version,
  totalStorage: _total,
  verified: _verified,
  ...company
}: CompanyRow): Company => company;
