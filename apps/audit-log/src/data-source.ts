import { auditEntities } from './audit.entity';
import { Entries1760000005000 } from './migrations/1760000005000-entries';

export const auditDatabase = { schema: 'audit', entities: auditEntities, migrations: [Entries1760000005000] };
