import { CaseRow, DocumentRow } from './kyc.entity';
import { Cases1760000004000 } from './migrations/1760000004000-cases';
import { Review1763700000000 } from './migrations/1763700000000-review';

export const kycDatabase = { schema: 'kyc', entities: [CaseRow, DocumentRow], migrations: [Cases1760000004000, Review1763700000000] };
