import { CaseRow, DeletedCompanyRow, DocumentRow } from './case/kyc.entity';
import { Cases1760000004000 } from './migrations/1760000004000-cases';
import { Review1763700000000 } from './migrations/1763700000000-review';
import { DeletedCompanies1763700001000 } from './migrations/1763700001000-deleted-companies';
import { Scans1763720000000 } from './migrations/1763720000000-scans';

export const kycDatabase = {
  schema: 'kyc',
  entities: [CaseRow, DocumentRow, DeletedCompanyRow],
  migrations: [Cases1760000004000, Review1763700000000, DeletedCompanies1763700001000, Scans1763720000000],
};
