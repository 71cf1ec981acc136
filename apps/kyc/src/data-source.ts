import { CaseRow, DocumentRow } from './kyc.entity';
import { Cases1760000004000 } from './migrations/1760000004000-cases';

export const kycDatabase = { schema: 'kyc', entities: [CaseRow, DocumentRow], migrations: [Cases1760000004000] };
