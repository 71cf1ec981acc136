import { CaseRow, DeletedCompanyRow, DocumentRow } from './kyc.entity';
import { Cases1760000004000 } from './migrations/1760000004000-cases';
import { Review1763700000000 } from './migrations/1763700000000-review';
import { DeletedCompanies1763700001000 } from './migrations/1763700001000-deleted-companies';

export const kycDatabase = { schema: 'kyc', entities: [CaseRow, DocumentRow, DeletedCompanyRow], migrations: [Cases1760000004000, Review1763700000000, DeletedCompanies1763700001000] };
